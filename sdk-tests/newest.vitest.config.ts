import { defineConfig } from 'vitest/config'

// npm sets it to `production` where it leaves out devDependencies.
process.env.NODE_ENV = 'test'

/** The same tests with the newest clients, for a report. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['../scripts/tests/start-database.ts', 'fixture/bundle-newest.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
