import { defineConfig } from "vitest/config";

// Pages in a real browser, one after the other: the machine draws in software.
export default defineConfig({
  test: { include: ["tests/pages/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 120_000, fileParallelism: false },
});
