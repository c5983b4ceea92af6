// Zips for tests: whole ones, and ones that lie.

import { zipSync } from "fflate";

export type Files = Record<string, string>;

export function zipped(files: Files): Uint8Array {
  const encoder = new TextEncoder();
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)])));
}

/** A field of the directory's entries. */
export const FIELDS = { flags: 8, method: 10, crc: 16, packed: 20, size: 24, at: 42 } as const;

/** The zip with one field of its first entry changed; those of two bytes are `flags` and `method`. */
export function lying(zip: Uint8Array, field: keyof typeof FIELDS, value: number): Uint8Array {
  const bytes = zip.slice();
  const view = new DataView(bytes.buffer);
  const entry = view.getUint32(endOf(view) + 16, true);
  if (field === "flags" || field === "method") view.setUint16(entry + FIELDS[field], value, true);
  else view.setUint32(entry + FIELDS[field], value, true);
  return bytes;
}

/** The zip with another number of entries declared. */
export function counting(zip: Uint8Array, count: number): Uint8Array {
  const bytes = zip.slice();
  const view = new DataView(bytes.buffer);
  view.setUint16(endOf(view) + 10, count, true);
  return bytes;
}

function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= 0; at--) if (view.getUint32(at, true) === 0x06054b50) return at;
  throw new Error("this is no zip");
}
