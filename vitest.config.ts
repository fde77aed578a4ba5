import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { listExcludedFiles } from './scripts/tests/nightly/files.ts'

// npm sets it to `production` where it leaves out devDependencies.
process.env.NODE_ENV = 'test'

/** `npm test` runs failed files again with one worker. */
const workers = (usual: number) => Number(process.env.PARLEY_TEST_WORKERS ?? usual)

/**
 * Tests of audio in real time. A process beside them that takes the processor for 100 ms leaves a gap in the
 * recording.
 */
const audio = [
  'packages/call-engine/src/**/*.test.ts',
  'packages/simulated-pstn/src/**/*.test.ts',
  'packages/rtp/src/session/**/*.test.ts',
  ...[
    'announcements',
    'calls',
    'call-sessions',
    'draining',
    'interop',
    'live',
    'recordings',
    'self-tests',
    'voicemails',
  ].map((folder) => `apps/phone-service/src/${folder}/**/*.test.ts`),
]

/** Tests that fill a disk, which they mount: that needs the right to mount. */
const needMount = ['apps/account-service/src/full-disk.test.ts']

for (const pattern of [...audio, ...needMount])
  if (globSync(pattern, { cwd: import.meta.dirname }).length === 0)
    throw new Error(`vitest.config.ts: no test file matches ${pattern}.`)

export default defineConfig({
  test: {
    // No worker threads: node-datachannel aborts when two Node environments of one process load it.
    pool: 'forks',
    globalSetup: ['scripts/tests/start-database.ts'],
    // Limits for tests that hang, high enough for a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          setupFiles: ['packages/ui/src/testing-library.fixture.ts'],
          // It cleans up, and sets the environment of `act`, after the first file of a worker only.
          env: { RTL_SKIP_AUTO_CLEANUP: 'true' },
          include: [
            'apps/*/src/**/*.test.{ts,tsx}',
            'packages/*/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
          ],
          exclude: [
            '**/node_modules/**',
            ...audio,
            ...(canMount() ? [] : needMount),
            ...listExcludedFiles('units'),
          ],
          // More than a machine with two processors has, since many of these tests wait for loops and timers.
          maxWorkers: workers(3),
          // A process for each file takes a third of the time. A file that is repeated alone has its own.
          isolate: process.env.PARLEY_TEST_WORKERS !== undefined,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'audio',
          include: audio,
          exclude: ['**/node_modules/**', ...listExcludedFiles('audio')],
          maxWorkers: workers(2),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'sdks',
          include: ['sdk-tests/*.test.ts'],
          globalSetup: ['sdk-tests/fixture/bundle-clients.ts'],
          maxWorkers: workers(1),
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'next-sdks',
          include: ['sdk-tests/next/*.test.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['sdk-tests/packages/*.test.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})

/**
 * Returns whether this process may mount a disk. Tries it in a separate name space, which leaves nothing
 * behind.
 */
function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    console.warn(`Skipping ${needMount.join(', ')}: only root with the right to mount disks can run it.`)
    return false
  }
}
