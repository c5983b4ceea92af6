// Zips: read with bounds on everything, since they may come from anybody; and written.
//
//     [local header, name, data] ...      each file
//     [entry: sizes, CRC, name, where the local header is] ...      the directory: `list` reads this
//     [end: how many entries, where the directory is]
//
// The declared sizes are checked before a byte is inflated, and the bytes that come are held to them. Not here: what belongs to a project,
// see `content.ts`. Refused: encrypted zips, zips of many parts, zip64 (which only larger ones need), methods other than deflate.

import { zipSync } from "fflate";
import type { Documents } from "../../page/src/engine/playground";
import { commonTop, isContent, MOST_BYTES, MOST_FILE_BYTES, MOST_FILES, pathTrouble, textOf } from "./content";
import { inflated } from "./inflate";

/** The most bytes of a zip. */
export const MOST_ZIP_BYTES = 16 << 20;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
const MOST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
  path: string;
  method: number;
  isEncrypted: boolean;
  crc: number;
  packed: number;
  size: number;
  /** The byte at which its local header begins. */
  at: number;
}

/** The project in a zip, and how many of its files belong to none. Fails with what to say to people. */
export function projectOf(bytes: Uint8Array): { documents: Documents; passedOver: number } {
  if (bytes.length > MOST_ZIP_BYTES) throw new Error(`It has more than ${MOST_ZIP_BYTES >> 20} MiB.`);
  const files = list(bytes).filter(({ path }) => !path.endsWith("/"));
  const own = files.filter(({ path }) => !path.startsWith("__MACOSX/"));
  const top = commonTop(own.map(({ path }) => path));
  const chosen = own.map((entry) => ({ ...entry, path: entry.path.slice(top.length) })).filter(({ path }) => isContent(path));
  if (chosen.length === 0) throw new Error("There is no project in it: no document in systems/, cards/ or scenarios/.");
  held(chosen);
  const documents = Object.fromEntries(chosen.map((entry) => [entry.path, textOf(entry.path, content(bytes, entry))]));
  return { documents, passedOver: files.length - chosen.length };
}

/** A zip of documents. */
export function zipOf(documents: Documents): Uint8Array {
  const encoder = new TextEncoder();
  return zipSync(Object.fromEntries(Object.entries(documents).map(([path, text]) => [path, encoder.encode(text)])), { level: 9 });
}

/** Holds what is declared to the bounds. */
function held(entries: readonly Entry[]): void {
  const paths = new Set<string>();
  let bytes = 0;
  for (const { path, size } of entries) {
    const trouble = pathTrouble(path);
    if (trouble !== "") throw new Error(trouble);
    if (paths.has(path)) throw new Error(`${path} is in it twice.`);
    paths.add(path);
    if (size > MOST_FILE_BYTES) throw new Error(`${path} has more than ${MOST_FILE_BYTES >> 20} MiB.`);
    bytes += size;
  }
  if (bytes > MOST_BYTES) throw new Error(`Its files have more than ${MOST_BYTES >> 20} MiB together.`);
}

/** The entries of the directory. */
function list(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count === 0xffff || at === 0xffffffff) throw new Error("It is a zip64, which is not read here. A project needs none.");
  if (view.getUint16(end + 4, true) !== 0) throw new Error("It is one part of a zip of many.");
  if (count > MOST_FILES) throw new Error(`There are more than ${MOST_FILES} files in it.`);
  const entries: Entry[] = [];
  for (let number = 0; number < count; number++) {
    if (at + ENTRY_LENGTH > end || view.getUint32(at, true) !== ENTRY) throw damaged();
    const name = view.getUint16(at + 28, true);
    if (at + ENTRY_LENGTH + name > end) throw damaged();
    entries.push(entryAt(view, at, new TextDecoder().decode(bytes.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + name))));
    at += ENTRY_LENGTH + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function entryAt(view: DataView, at: number, name: string): Entry {
  return {
    path: name.replaceAll("\\", "/"),
    isEncrypted: (view.getUint16(at + 8, true) & 1) !== 0,
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    at: view.getUint32(at + 42, true),
  };
}

/** The byte at which the end of the zip begins: a comment may stand behind it. */
function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_LENGTH - MOST_COMMENT);
  for (let at = view.byteLength - END_LENGTH; at >= first; at--) {
    if (view.getUint32(at, true) === END && at + END_LENGTH + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  throw new Error("It is no zip, or a part of it is missing.");
}

/** The bytes of a file: as many as it says, and with its CRC. */
function content(bytes: Uint8Array, { path, isEncrypted, method, crc, packed, size, at }: Entry): Uint8Array {
  if (isEncrypted) throw new Error(`${path} is encrypted.`);
  if (method !== STORED && method !== DEFLATED) throw new Error(`${path} is packed in a way that is not read here. Make the zip anew.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + LOCAL_LENGTH > bytes.length || view.getUint32(at, true) !== LOCAL) throw damaged();
  const start = at + LOCAL_LENGTH + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (start + packed > bytes.length) throw damaged();
  const raw = bytes.subarray(start, start + packed);
  const whole = method === STORED ? raw : unpacked(path, raw, size);
  if (whole.length !== size || crcOf(whole) !== crc) throw new Error(`${path} is damaged in this zip.`);
  return whole;
}

function unpacked(path: string, raw: Uint8Array, size: number): Uint8Array {
  try {
    return inflated(raw, size);
  } catch {
    throw new Error(`${path} is damaged in this zip.`);
  }
}

function damaged(): Error {
  return new Error("Its list of files is damaged.");
}

/** The table of CRC-32 with the polynomial of zips. */
const CRCS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRCS[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
