import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'

/** What came of one run of Vitest. */
export interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly isGreen: boolean
}

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly success: boolean
}

/**
 * Runs Vitest and counts; its own output goes to the terminal.
 *
 * A run that breaks off counts as one failure: a file that cannot be loaded has no tests that could fail.
 */
export function runVitest(
  name: string,
  vitestArguments: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Outcome {
  // Absolute, because the journeys have a root of their own.
  const file = resolve('artefacts', `${name}.json`)
  rmSync(file, { force: true })
  const { status } = spawnSync(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...vitestArguments],
    { stdio: 'inherit', env: environment },
  )
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, isGreen: false }

  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  const isGreen = report.success && status === 0
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, isGreen ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
    isGreen,
  }
}

/** Prints the sum of all runs as the last line, and sets the exit code. In CI a test that was left out is a failure. */
export function conclude(outcomes: readonly Outcome[]): void {
  const sum = (count: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0)
  const passed = sum((outcome) => outcome.passed)
  const skipped = sum((outcome) => outcome.skipped)
  const skippedIsFailure = skipped > 0 && Boolean(process.env.CI)
  if (skipped > 0)
    console.log(`\n${skipped} tests were left out.${skippedIsFailure ? ' In CI that is a failure.' : ''}`)

  const failed = sum((outcome) => outcome.failed) + (skippedIsFailure ? skipped : 0)
  console.log(`${passed} passed, ${failed} failed`)
  if (outcomes.some(({ isGreen }) => !isGreen) || passed === 0 || skippedIsFailure) process.exitCode = 1
}
