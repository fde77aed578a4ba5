import { defineConfig } from 'vitest/config'
import { listExcludedFiles } from '../scripts/tests/nightly/files.ts'

// npm sets it to `production` where it leaves out devDependencies.
process.env.NODE_ENV = 'test'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    exclude: listExcludedFiles('e2e').map((file) => file.replace(/^e2e\//, '')),
    pool: 'forks',
    globalSetup: ['shared-apps.ts'],
    // They end before the audio tests beside them, which lose packets to a third worker.
    maxWorkers: Number(process.env.PARLEY_TEST_WORKERS ?? 2),
    teardownTimeout: 60_000,
    testTimeout: 400_000,
    hookTimeout: 300_000,
  },
})
