// How the page is built, in three steps (`npm run build`): the page (index.html, page.js, page.css), `--mode editor` the editor that
// it fetches when it is needed (editor.js), and `--mode view` one file that holds all (view.html). All scripts are classic ones.

import { defineConfig } from "vite";
import { licences, oneScript, sources } from "./tools/plugins";

const INPUTS: Record<string, string> = { view: "view.html", editor: "src/editor/main.ts" };
const SCRIPTS: Record<string, string> = { editor: "editor.js" };

export default defineConfig(({ mode }) => ({
  base: "./",
  publicDir: false,
  plugins: mode === "view" ? [oneScript(true)] : mode === "editor" ? [] : [oneScript(false), licences(), sources()],
  build: {
    outDir: process.env["STUDIO_OUT"] ?? "../../cardwright/page",
    // The first step empties the folder, the others add to it.
    emptyOutDir: INPUTS[mode] === undefined,
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    assetsInlineLimit: 0,
    rollupOptions: {
      input: INPUTS[mode] ?? "index.html",
      output: { format: "iife" as const, entryFileNames: SCRIPTS[mode] ?? "page.js", assetFileNames: "page[extname]" },
    },
  },
}));
