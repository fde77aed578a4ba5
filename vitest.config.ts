import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // node-datachannel aborts when two Node environments of one process load it: no worker threads.
    pool: 'forks',
    include: ['apps/*/src/**/*.test.{ts,tsx}', 'packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: ['scripts/test-database.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
