import { defineConfig } from 'vitest/config'

/** Runs the same tests with the newest client, for a report. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['../scripts/test-database.ts', 'world/bundle-newest.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
