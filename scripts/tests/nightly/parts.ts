import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { type Client, clients, clientVariable } from '../../../sdk-tests/fixture/clients.ts'
import { installAll } from '../../build/install-all.ts'
import { canaries, findProblem } from '../../checks/canaries.ts'
import { mutationParts } from '../../mutations/list/index.ts'
import { evaluate, readResults } from '../../mutations/results.ts'
import { startPostgres15 } from '../postgres-15.ts'
import { combineOutcomes } from '../repeat-failed-files.ts'
import { audio, e2e, type Group, repeatFailedFiles, runGroup, sdks, units } from '../run-groups.ts'
import { nightlyFiles } from './files.ts'
import type { StepResult } from './progress.ts'

/** A piece of a part after which the progress is saved. */
export interface Step {
  readonly name: string
  readonly run: () => Promise<StepResult>
}

/** The parts of the nightly tests. Each lists its steps, and takes less than 45 minutes on two processors. */
export const parts: Readonly<Record<string, () => Promise<readonly Step[]>>> = {
  postgres: listPostgresSteps,
  'clients-js': () => listClientSteps(({ name }) => name.startsWith('js ')),
  'clients-react': async () => [
    ...(await listClientSteps(({ name }) => !name.startsWith('js '))),
    { name: 'Next.js', run: runNextStep },
  ],
  canaries: listCanarySteps,
  fuzz: listFuzzSteps,
  'nodes-1': () => listNodeSteps(1),
  'nodes-2': () => listNodeSteps(2),
  'nodes-3': () => listNodeSteps(3),
  'nodes-4': () => listNodeSteps(4),
  packages: listPackageSteps,
  'slow-units': () => listSlowSteps(units, nightlyFiles.units),
  'slow-audio': () => listSlowSteps(audio, nightlyFiles.audio),
  'slow-e2e-1': () => listSlowSteps(e2e, nightlyFiles.e2e, 1),
  'slow-e2e-2': () => listSlowSteps(e2e, nightlyFiles.e2e, 2),
  wide: listWideSteps,
  'mutations-accounts': () => listMutationSteps('accounts'),
  'mutations-phone': () => listMutationSteps('phone'),
}

const filesPerStep = 12

/** Every service test on PostgreSQL 15. */
async function listPostgresSteps(): Promise<readonly Step[]> {
  const group: Group = { name: 'postgres', vitestArguments: [] }
  const files = listTestFiles(
    '{apps/account-service,apps/phone-service,packages/server}/src/**/*.test.ts',
  ).filter(
    // These start the embedded server themselves.
    (file) => !file.startsWith('packages/server/src/database/embedded/'),
  )
  return inSteps(files).map((some, index) => ({
    name: `files ${index * filesPerStep + 1} to ${index * filesPerStep + some.length}`,
    async run() {
      await using server = await startPostgres15()
      return await runStep(group, some, { databaseUrl: server.url })
    },
  }))
}

/** Every test with the chosen clients, in all their places. */
async function listClientSteps(isChosen: (client: Client) => boolean): Promise<readonly Step[]> {
  return clients.filter(isChosen).map(({ name }) => ({
    name,
    async run() {
      const group: Group = { ...sdks, environment: { [clientVariable]: name } }
      // The tests of other places and the exceptions of the client are skipped.
      return await runStep(group, listTestFiles('sdk-tests/*.test.ts'), { maySkip: true })
    },
  }))
}

async function runNextStep(): Promise<StepResult> {
  installAll(['sdk-tests/next'])
  const group: Group = { name: 'next-sdks', vitestArguments: ['--project=next-sdks'] }
  return await runStep(group, listTestFiles('sdk-tests/next/*.test.ts'))
}

async function listCanarySteps(): Promise<readonly Step[]> {
  return canaries.map((canary) => ({
    name: canary.mistake,
    async run() {
      const problem = findProblem(canary)
      if (!problem) return { passed: 1, failed: 0, failures: [], flaky: [] }
      console.log(problem)
      const failures = [{ test: canary.mistake, message: `not reported: ${problem.split('\n')[0]}` }]
      return { passed: 0, failed: 1, failures, flaky: [] }
    },
  }))
}

/**
 * In steps with other seeds each day: 200 cases for each endpoint of both services, 130,000 damaged messages
 * to a running product in five protocols, and unusual values in each field of both contracts.
 */
async function listFuzzSteps(): Promise<readonly Step[]> {
  const day = Math.floor(Date.now() / (24 * 60 * 60_000))
  const run = (files: string, count: number, environment: Readonly<Record<string, string>>): Step[] =>
    Array.from({ length: count }, (_, index) => ({
      name: `${files.split('/').at(-1)?.replace('.test.ts', '')}, seed ${index + 1} of ${count}`,
      run: () =>
        runStep(
          {
            ...units,
            name: 'fuzz',
            environment: { ...environment, PARLEY_FUZZ_SEED: String((day * count + index) * 1_000) },
          },
          listTestFiles(files),
        ),
    }))
  const product = 'apps/parley/src/integration/fuzz'
  return [
    ...run('apps/{account,phone}-service/src/**/fuzz.test.ts', 8, { PARLEY_FUZZ_CASES: '25' }),
    ...run(`${product}/messages.test.ts`, 5, { PARLEY_FUZZ_MESSAGES: '5200' }),
    ...run(`${product}/fields.test.ts`, 2, { PARLEY_FUZZ_VALUES: '6' }),
  ]
}

/**
 * A quarter of 1,000 rounds of random calls at two phone services that are killed, with other seeds each day. A round
 * takes about 7 s, most of which it waits.
 */
async function listNodeSteps(quarter: 1 | 2 | 3 | 4): Promise<readonly Step[]> {
  const day = Math.floor(Date.now() / (24 * 60 * 60_000))
  const count = 20
  const perQuarter = count / 4
  return Array.from({ length: perQuarter }, (_, step) => (quarter - 1) * perQuarter + step).map((index) => ({
    name: `seed ${index + 1} of ${count}`,
    run: () =>
      runStep(
        {
          ...audio,
          name: 'nodes',
          environment: { PARLEY_NODE_ROUNDS: '50', PARLEY_NODE_SEED: String((day * count + index) * 1_000) },
        },
        listTestFiles('apps/phone-service/src/call-sessions/random-nodes.test.ts'),
      ),
  }))
}

/** The files of a group that `npm test` leaves out, or one half of them. */
async function listSlowSteps(group: Group, files: readonly string[], half?: 1 | 2): Promise<readonly Step[]> {
  const middle = half === undefined ? 0 : Math.ceil(files.length / 2)
  return inSteps(half === 1 ? files.slice(0, middle) : files.slice(middle)).map((some) => ({
    name: some.join(', '),
    run: () => runStep(group, some),
  }))
}

/** The end-to-end tests that `npm test` runs in a narrow window, in a wide one. */
async function listWideSteps(): Promise<readonly Step[]> {
  const group: Group = {
    ...e2e,
    name: 'wide',
    vitestArguments: [...e2e.vitestArguments, '--testNamePattern=at 1280 px'],
    environment: { PARLEY_TEST_WIDE: '1' },
  }
  const files = listTestFiles('e2e/*.test.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('testedWidths'),
  )
  return inSteps(files).map((some, index) => ({
    name: `files ${index * filesPerStep + 1} to ${index * filesPerStep + some.length}`,
    run: () => runStep(group, some, { maySkip: true }),
  }))
}

/** The tarballs of our packages in new applications on Vite and Next.js. */
async function listPackageSteps(): Promise<readonly Step[]> {
  const group: Group = { name: 'packages', vitestArguments: ['--project=packages'] }
  return listTestFiles('sdk-tests/packages/*.test.ts').map((file) => ({
    name: file,
    run: () => runStep(group, [file]),
  }))
}

/** Each protection that is removed must make a test fail. */
async function listMutationSteps(part: keyof typeof mutationParts): Promise<readonly Step[]> {
  return [
    {
      name: part,
      async run() {
        const program = new URL('../../mutations/main.ts', import.meta.url).pathname
        spawnSync(process.execPath, [program, '--resume', '--part', part], { stdio: 'inherit' })
        const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
        const { passed, problems } = evaluate(mutationParts[part], readResults(commit))
        const failures = problems.map((message) => ({ test: part, message }))
        return { passed, failed: failures.length, failures, flaky: [] }
      },
    },
  ]
}

/** @throws {Error} When no file matches: Vitest would run all tests. */
function listTestFiles(pattern: string): string[] {
  const files = globSync(pattern, { exclude: (path) => path.includes('node_modules') }).toSorted()
  if (files.length === 0) throw new Error(`No test file matches ${pattern}.`)
  return files
}

function inSteps(files: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(files.length / filesPerStep) }, (_, index) =>
    files.slice(index * filesPerStep, (index + 1) * filesPerStep),
  )
}

interface StepOptions {
  readonly databaseUrl?: string
  readonly maySkip?: boolean
}

async function runStep(
  group: Group,
  files: readonly string[],
  { databaseUrl, maySkip = false }: StepOptions = {},
): Promise<StepResult> {
  const first = [{ group, outcome: await runGroup(group, files, { databaseUrl }) }]
  const outcome = combineOutcomes(first, await repeatFailedFiles(first, { databaseUrl }))
  const skipped = outcome.files.reduce((sum, file) => sum + file.skipped, 0)
  const failed = outcome.files.reduce((sum, file) => sum + file.failed, 0)
  const skippedFiles = files
    .filter((path) => !outcome.files.some(({ file }) => file === path))
    .map((path) => ({ test: path, message: 'It was not run.' }))
  const skips =
    skipped > 0 && !maySkip ? [{ test: group.name, message: `${skipped} tests were skipped.` }] : []
  const failures = [...outcome.failures, ...skippedFiles, ...skips]
  return {
    passed: outcome.files.reduce((sum, file) => sum + file.passed, 0),
    failed: Math.max(failed, failures.length),
    failures,
    flaky: outcome.flaky,
  }
}
