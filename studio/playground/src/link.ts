// A whole project in an address: `#project=DATA`, where DATA is `{title, documents}` as JSON, deflated, in letters for addresses.

import { deflateSync } from "fflate";
import type { Brought, Documents } from "../../page/src/engine/playground";
import { fromAddress, toAddress } from "./base64";
import { documentsOf } from "./content";
import { inflated } from "./inflate";

/** The most letters of DATA: longer addresses are cut by what carries them. */
export const MOST_LETTERS = 200_000;
/** The most bytes that DATA may become. */
const MOST_BYTES = 16 << 20;
const MOST_TITLE = 200;

/** DATA of a project. Fails if it is too long for an address. */
export function dataOf(title: string, documents: Documents): string {
  const data = toAddress(deflateSync(new TextEncoder().encode(JSON.stringify({ title, documents })), { level: 9 }));
  if (data.length <= MOST_LETTERS) return data;
  const kilobytes = (letters: number): number => Math.ceil(letters / 1000);
  throw new Error(`This project is too large for a link: it would have ${kilobytes(data.length)} kB, and the most is ${kilobytes(MOST_LETTERS)}. Download it as a zip, and hand that on.`);
}

/** The project of DATA. Fails with what to say to people. */
export function projectOfData(data: string): Brought {
  if (data.length > MOST_LETTERS) throw new Error("it is too long.");
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(inflated(fromAddress(data), MOST_BYTES)));
  } catch {
    throw new Error("it is damaged. Was all of it copied?");
  }
  const shared = typeof value === "object" && value !== null ? value : {};
  const title = "title" in shared && typeof shared.title === "string" ? shared.title.slice(0, MOST_TITLE) : "";
  const documents = documentsOf("documents" in shared ? shared.documents : null);
  return { name: null, title: title || "Shared project", documents, passedOver: 0 };
}
