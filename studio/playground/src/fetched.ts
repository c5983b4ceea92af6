// A zip that lies beside the page on its host. Other hosts are never asked: the page's policy would refuse it, too.

import type { Brought } from "../../page/src/engine/playground";
import { MOST_ZIP_BYTES, projectOf } from "./zip";

/** The project of a zip, by its address as the page's address has it. */
export async function fetchedZip(name: string): Promise<Brought> {
  const address = new URL(name, location.href);
  if (address.origin !== location.origin) throw new Error("it lies on another host.");
  if (!/^https?:$/.test(address.protocol)) throw new Error("a page that was opened as a file can load no zip by itself. Open it in the menu Project.");
  const response = await answerOf(address);
  if (!response.ok) throw new Error(`the host answers with ${response.status}.`);
  const bytes = await bytesOf(response);
  return { name: null, title: titleOf(decodeURIComponent(address.pathname)), ...projectOf(bytes) };
}

/** The name of a zip without what stands before and behind it. */
export function titleOf(path: string): string {
  return path.replace(/^.*\//, "").replace(/\.zip$/i, "") || "Project";
}

async function answerOf(address: URL): Promise<Response> {
  try {
    return await fetch(address, { redirect: "error", credentials: "same-origin" });
  } catch {
    throw new Error("the host does not answer.");
  }
}

/** No more is read than a zip may have. */
async function bytesOf(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    length += next.value.length;
    if (length > MOST_ZIP_BYTES) {
      await reader?.cancel();
      throw new Error(`it has more than ${MOST_ZIP_BYTES >> 20} MiB.`);
    }
    parts.push(next.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
