import { execFileSync } from 'node:child_process'
import { defineConfig } from 'vitest/config'

/** What carries audio in real time: a neighbour that takes the processor for 100 ms is heard in the recording. */
const audio = [
  'packages/call-engine/src/**/*.test.ts',
  'packages/carrier/src/**/*.test.ts',
  'packages/rtp/src/session/**/*.test.ts',
  'apps/phone-service/src/{calls,live-calls,live,recordings}/**/*.test.ts',
]

/** What fills a disk of its own, which takes the right to mount one. */
const ownDisk = ['apps/account-service/src/full-disk.test.ts']

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
          exclude: ['**/node_modules/**', ...audio, ...(mayMount() ? [] : ownDisk)],
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

/** Tries in a name space of its own, so that nothing is left of it. */
function mayMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    console.warn(`Nobody but root, with the right to mount disks, runs ${ownDisk.join(', ')}.`)
    return false
  }
}
