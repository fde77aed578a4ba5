import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { endLeftovers, runVariable } from './end-leftovers.ts'
import { reportVariable } from './json-reporter.ts'
import type { Outcome } from './outcome.ts'

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** Vitest's reporters that print during the run. */
  readonly reporters?: readonly string[]
  /** Printed before each line, for groups that run side by side. */
  readonly prefix?: string
  /** Lowers the priority of its processes, from 0 to 19. */
  readonly niceness?: number
}

/**
 * The environment of test processes. npm sets NODE_ENV to `production` where it leaves out devDependencies,
 * and React has no test helpers then. The compile cache halves the start of every process that a test starts.
 */
export const testEnvironment = {
  ...process.env,
  NODE_ENV: 'test',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'parley-compile-cache'),
}

/**
 * Runs Vitest and returns the result of each file. Its output goes to the terminal.
 *
 * A run that ends without a report has one failure, since nothing is known about its tests.
 */
export async function runVitest(
  name: string,
  vitestArguments: readonly string[],
  { environment = {}, reporters = ['default'], prefix, niceness = 0 }: RunOptions = {},
): Promise<Outcome> {
  const report = resolve('artefacts', 'reports', `${name}.json`)
  rmSync(report, { force: true })
  const reporter = new URL('json-reporter.ts', import.meta.url).pathname
  const runId = randomUUID()
  const status = await run(
    'vitest',
    ['run', ...[...reporters, reporter].map((each) => `--reporter=${each}`), ...vitestArguments],
    {
      ...testEnvironment,
      ...(prefix ? { NO_COLOR: '1', FORCE_COLOR: '0' } : {}),
      ...environment,
      [reportVariable]: report,
      [runVariable]: runId,
    },
    { prefix, niceness },
  )
  await endLeftovers(runId)
  if (!existsSync(report))
    return { files: [], failures: [{ test: name, message: 'The run ended without a report.' }] }

  const outcome = JSON.parse(readFileSync(report, 'utf8')) as Outcome
  const hasFailed = outcome.failures.length > 0 || outcome.files.some(({ failures }) => failures.length > 0)
  if (status === 0 || hasFailed) return outcome
  return { ...outcome, failures: [{ test: name, message: `Vitest ended with exit code ${status}.` }] }
}

async function run(
  program: string,
  programArguments: readonly string[],
  environment: NodeJS.ProcessEnv,
  { prefix, niceness = 0 }: Pick<RunOptions, 'prefix' | 'niceness'>,
): Promise<number | null> {
  // The kernel ends it when this process is killed. Its workers and the database server end with it.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', program, ...programArguments], {
    env: environment,
    stdio: prefix ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  if (niceness > 0 && child.pid) setPriority(child.pid, niceness)
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on('line', (line) => console.log(`${prefix} | ${line}`))
  }
  return await new Promise((resolveStatus, reject) => {
    child.once('error', reject)
    child.once('close', resolveStatus)
  })
}
