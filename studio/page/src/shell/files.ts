// Text from a file of the person's, and text as a file for them.

/** The most bytes of a file that are read: as much as a studio takes. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Gives a text to the browser to be kept as a file. */
export function download(name: string, text: string, kind = "text/plain"): void {
  downloadBlob(name, new Blob([text], { type: kind }));
}

/** Downloads a file that is no text. */
export function downloadBytes(name: string, bytes: Uint8Array, kind: string): void {
  downloadBlob(name, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: kind }));
}

function downloadBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export async function textOf(file: File): Promise<string> {
  if (file.size > MOST_BYTES) throw new Error(`${file.name} has more than 16 MiB.`);
  return file.text();
}
