import { defineConfig } from 'vitest/config'

/** What carries audio in real time: a neighbour that takes the processor for 100 ms is heard in the recording. */
const audio = [
  'packages/call-engine/src/**/*.test.ts',
  'packages/carrier/src/**/*.test.ts',
  'packages/rtp/src/session/**/*.test.ts',
  'apps/phone-service/src/{calls,live-calls,live,recordings}/**/*.test.ts',
]

export default defineConfig({
  test: {
    // node-datachannel aborts when two Node environments of one process load it: no worker threads.
    pool: 'forks',
    globalSetup: ['scripts/test-database.ts'],
    // Bounds against waiting for ever, wide enough for a machine that does other things.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          include: [
            'apps/*/src/**/*.test.{ts,tsx}',
            'packages/*/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ...audio],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'audio', include: audio, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: 'sdks',
          include: ['sdk-tests/**/*.test.ts'],
          globalSetup: ['sdk-tests/world/bundle-pinned.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
