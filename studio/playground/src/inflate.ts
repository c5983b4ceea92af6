// Deflated bytes made whole again, but never more of them than was agreed.

import { Inflate } from "fflate";

/** How much is handed on at a time: what comes of it is a thousand times as much at most, and is counted before the next. */
const SLICE = 4096;

/** More comes out than may. */
export class TooMuch extends Error {}

/** Inflates; fails with `TooMuch` as soon as there are more than `most` bytes, and with another error if the bytes are damaged. */
export function inflated(bytes: Uint8Array, most: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Inflate((part) => {
    length += part.length;
    if (length > most) throw new TooMuch();
    parts.push(part.slice());
  });
  for (let at = 0; at === 0 || at < bytes.length; at += SLICE) stream.push(bytes.subarray(at, at + SLICE), at + SLICE >= bytes.length);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
