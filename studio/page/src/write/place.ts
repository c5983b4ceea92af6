// The place of the cursor in a document, as far as the page has to know it: in which card of which system.

export interface CardPlace {
  system: string;
  card: string;
}

/** The card of a set that a line (from 1) belongs to. */
export function cardAt(text: string, line: number): CardPlace | null {
  if (!/^set:/m.test(text)) return null;
  const system = /^system:\s*["']?([\w-]+)/m.exec(text)?.[1];
  if (!system) return null;
  const lines = text.split("\n");
  for (let at = Math.min(line, lines.length) - 1; at >= 0; at--) {
    const card = /^\s*-\s*(?:\{\s*)?id:\s*["']?([\w-]+)/.exec(lines[at] ?? "")?.[1];
    if (card) return { system, card };
  }
  return null;
}
