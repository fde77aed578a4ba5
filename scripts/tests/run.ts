import {
  startTestServer,
  testServerVariable,
} from '../../packages/server/src/database/testing/test-server.ts'
import { installAll } from '../build/install-all.ts'
import { installDebianPackages } from './debian-packages.ts'
import { printSummary } from './print-summary.ts'
import { combineOutcomes, type GroupOutcome } from './repeat-failed-files.ts'
import { audio, e2e, type Group, repeatFailedFiles, runGroup, sdks, units } from './run-groups.ts'

/**
 * `npm test [path…]`: runs unit and service tests on the embedded database, the public clients, and the tests
 * in a browser.
 *
 * A test whose program is missing, and cannot be installed, fails. The files of `nightly/files.ts` run only when
 * they are named.
 */

/** For paths on the command line: all projects of the root configuration. */
const tests: Group = { name: 'tests', vitestArguments: [] }

/**
 * Groups of one stage run side by side. Unit tests keep two processors busy, and the public clients mostly
 * wait. Audio tests run in real time and lose packets while another process uses the processor: they run
 * beside the browsers, which mostly wait too.
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

const configuredServer = process.env[testServerVariable]
await using server = configuredServer ? null : await startTestServer()
const databaseUrl = configuredServer ?? server?.url
const paths = process.argv.slice(2)
const first = paths.length > 0 ? await runPaths(paths) : await runStages()
printSummary(combineOutcomes(first, await repeatFailedFiles(first, { databaseUrl })))

async function runStages(): Promise<GroupOutcome<Group>[]> {
  const outcomes: GroupOutcome<Group>[] = []
  for (const stage of stages) {
    const startedAt = Date.now()
    const run = async (group: Group) => {
      const outcome = await runGroup(group, [], { databaseUrl, isParallel: stage.length > 1 })
      console.log(`== ${group.name} ended after ${Math.round((Date.now() - startedAt) / 1000)} s`)
      return { group, outcome }
    }
    outcomes.push(...(await Promise.all(stage.map(run))))
  }
  return outcomes
}

async function runPaths(paths: readonly string[]): Promise<GroupOutcome<Group>[]> {
  const inBrowser = paths.filter((path) => /^e2e(\/|$)/.test(path))
  const others = paths.filter((path) => !inBrowser.includes(path))
  const outcomes: GroupOutcome<Group>[] = []
  if (others.length > 0)
    outcomes.push({ group: tests, outcome: await runGroup(tests, others, { databaseUrl }) })
  if (inBrowser.length > 0) outcomes.push({ group: e2e, outcome: await runGroup(e2e, inBrowser) })
  return outcomes
}
