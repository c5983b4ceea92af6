// Bytes as letters: base64, and its form for addresses, without `+`, `/` and `=`.

/** How many bytes are turned at a time: a call takes only so many arguments. */
const SLICE = 0x8000;

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

export function toAddress(bytes: Uint8Array): string {
  let letters = "";
  for (let at = 0; at < bytes.length; at += SLICE) letters += String.fromCharCode(...bytes.subarray(at, at + SLICE));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export function fromAddress(text: string): Uint8Array {
  return fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
}
