// Data beside the page, as scripts, since nothing else can be loaded from files: each hands over texts by calling
// `cardwrightTake(NAME, TEXT)`, when its script element is put into the page.

const taken = new Map<string, string>();
const loading = new Map<string, Promise<void>>();

declare global {
  interface Window {
    cardwrightTake?: (name: string, text: string) => void;
  }
}

window.cardwrightTake = (name, text) => void taken.set(name, text);

/** The text of a name, from the script that hands it over. */
export async function dataOf(script: string, name: string): Promise<string> {
  await loaded(script);
  const text = taken.get(name);
  if (text === undefined) throw new Error(`${script} of the playground is damaged.`);
  return text;
}

/** Forgets a text that was used. */
export function drop(name: string): void {
  taken.delete(name);
}

function loaded(script: string): Promise<void> {
  const known = loading.get(script) ?? new Promise<void>((resolve, reject) => {
    const element = document.createElement("script");
    element.src = `./${script}`;
    element.onload = () => resolve();
    element.onerror = () => {
      loading.delete(script);
      element.remove();
      reject(new Error(`${script} of the playground cannot be loaded.`));
    };
    document.head.append(element);
  });
  loading.set(script, known);
  return known;
}
