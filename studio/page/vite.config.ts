// How the page is built: `studio` (index.html with one script and one style sheet) and, with `--mode view`, one file that holds all.

import { defineConfig } from "vite";
import { licences, oneScript, sources } from "./tools/plugins";

export default defineConfig(({ mode }) => ({
  base: "./",
  publicDir: false,
  plugins: mode === "view" ? [oneScript(true)] : [oneScript(false), licences(), sources()],
  build: {
    outDir: process.env["STUDIO_OUT"] ?? "../built",
    // The second build adds its file to those of the first.
    emptyOutDir: mode !== "view",
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    assetsInlineLimit: 0,
    rollupOptions: {
      input: mode === "view" ? "view.html" : "index.html",
      output: { format: "iife" as const, entryFileNames: "studio.js", assetFileNames: "studio[extname]" },
    },
  },
}));
