import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    pool: 'forks',
    // One journey at a time: a browser, a media process and a database share two cores.
    fileParallelism: false,
    testTimeout: 400_000,
    hookTimeout: 300_000,
  },
})
