// Builds the page into a folder of its own before the tests, so that they judge the sources as they are.

import { execFileSync } from "node:child_process";
import { join } from "node:path";

export const BUILT = join(import.meta.dirname, "../out/built");

export default function setup(): void {
  const vite = join(import.meta.dirname, "../node_modules/vite/bin/vite.js");
  for (const mode of ["production", "editor", "view"]) {
    execFileSync(process.execPath, [vite, "build", "--mode", mode, "--logLevel", "error"], {
      cwd: join(import.meta.dirname, ".."), stdio: "inherit", env: { ...process.env, STUDIO_OUT: BUILT, NODE_ENV: "production", VITE_CONFIG_NATIVE_IGNORE_WARNING: "true" },
    });
  }
}
