// Tests: zips and links alone (`*.unit.test.ts`), and the built playground in Chromium, offline. `BUILT` names its folder.

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["tests/**/*.test.ts"], testTimeout: 90_000, hookTimeout: 60_000, fileParallelism: false, expect: { poll: { timeout: 30_000 } } },
});
