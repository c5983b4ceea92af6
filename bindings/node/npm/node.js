// In node the module is there as soon as it is imported. In a page it is loaded by `await init()`.
import { readFileSync } from "node:fs";
import init, { initSync } from "./cardwright.js";

initSync({ module: readFileSync(new URL("./cardwright_bg.wasm", import.meta.url)) });

export * from "./cardwright.js";
export default init;
