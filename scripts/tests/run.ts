import { startTestServer, testServerVariable } from '../../packages/server/src/database/testing/test-server.ts'
import { installAll } from '../build/install-all.ts'
import { conclude } from './conclude.ts'
import { installDebianPackages } from './debian-packages.ts'
import type { Outcome } from './outcome.ts'
import { chooseFilesToRepeat, type GroupOutcome, judge } from './repeat-failed-files.ts'
import { runVitest } from './run-vitest.ts'

/**
 * `npm test [path…]`: runs unit and service tests on the embedded database, the public clients, and the tests in a browser.
 *
 * A test whose program is missing, and cannot be installed, fails.
 */
interface Group {
  readonly name: string
  readonly vitestArguments: readonly string[]
  /** The folder that paths are relative to, when it is not the root of the repository. */
  readonly folder?: string
}

const units: Group = { name: 'units', vitestArguments: ['--project=units'] }
const audio: Group = { name: 'audio', vitestArguments: ['--project=audio'] }
const sdks: Group = { name: 'sdks', vitestArguments: ['--project=sdks'] }
const e2e: Group = { name: 'e2e', vitestArguments: ['--config=e2e/vitest.config.ts'], folder: 'e2e/' }
/** Whatever of the configuration in the root has the paths that were given. */
const named: Group = { name: 'tests', vitestArguments: [] }

/**
 * Groups of one stage run side by side. Two processors are busy with the unit tests; the public clients mostly wait. Audio is
 * real time, and a recording has gaps where a neighbour takes the processor: it runs beside browsers, which mostly wait too.
 */
const stages: readonly (readonly Group[])[] = [
  [units, sdks],
  [audio, e2e],
]

installAll()
const missing = installDebianPackages()
if (missing.length > 0) {
  console.log(`Tests that need ${missing.join(', ')} will fail. Install these Debian packages to run them.`)
}

const givenServer = process.env[testServerVariable]
await using server = givenServer ? null : await startTestServer()
const environment = { [testServerVariable]: givenServer ?? server?.url ?? '' }
const paths = process.argv.slice(2)
const first = paths.length > 0 ? await runPaths(paths) : await runEverything()
conclude(judge(first, await repeatFailedFiles(first)))

async function runEverything(): Promise<GroupOutcome<Group>[]> {
  const outcomes: GroupOutcome<Group>[] = []
  for (const stage of stages) {
    const started = Date.now()
    outcomes.push(
      ...(await Promise.all(
        stage.map(async (group) => {
          const outcome = await runGroup(group, [], { prefix: group.name })
          console.log(`== ${group.name}: ${Math.round((Date.now() - started) / 1000)} s`)
          return { group, outcome }
        }),
      )),
    )
  }
  return outcomes
}

async function runPaths(given: readonly string[]): Promise<GroupOutcome<Group>[]> {
  const inBrowser = given.filter((path) => /^e2e(\/|$)/.test(path))
  const others = given.filter((path) => !inBrowser.includes(path))
  const outcomes: GroupOutcome<Group>[] = []
  if (others.length > 0) outcomes.push({ group: named, outcome: await runGroup(named, others) })
  if (inBrowser.length > 0) outcomes.push({ group: e2e, outcome: await runGroup(e2e, inBrowser) })
  return outcomes
}

async function repeatFailedFiles(outcomes: readonly GroupOutcome<Group>[]): Promise<GroupOutcome<Group>[]> {
  const repeated: GroupOutcome<Group>[] = []
  for (const [group, files] of chooseFilesToRepeat(outcomes)) {
    console.log(`\nRepeating alone what failed in ${group.name}: ${files.join(', ')}`)
    const outcome = await runGroup(group, files, { name: `${group.name}-repeated`, workers: '1' })
    repeated.push({ group, outcome })
  }
  return repeated
}

function runGroup(
  { name, vitestArguments, folder = '' }: Group,
  files: readonly string[],
  { prefix, workers, ...options }: { name?: string; prefix?: string; workers?: string } = {},
): Promise<Outcome> {
  const relativeFiles = files.map((file) => (file.startsWith(folder) ? file.slice(folder.length) : ''))
  return runVitest(options.name ?? name, [...vitestArguments, ...relativeFiles.filter(Boolean)], {
    environment: { ...environment, ...(workers ? { PARLEY_TEST_WORKERS: workers } : {}) },
    ...(prefix ? { prefix } : {}),
  })
}
