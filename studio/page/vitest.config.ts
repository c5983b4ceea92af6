// Tests: parts alone (`*.unit.test.ts`), and the page in Chromium against a small studio of its own, offline.

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["tests/**/*.test.ts"], testTimeout: 60_000, expect: { poll: { timeout: 10_000 } }, hookTimeout: 120_000, fileParallelism: false, globalSetup: ["tests/setup.ts"] },
});
