import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What came of one run of Vitest. */
export interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly isGreen: boolean
  readonly failures: readonly Failure[]
}

/** A test that failed, or a file that could not be run, and the first line of why. */
export interface Failure {
  readonly test: string
  readonly why: string
}

export interface RunOptions {
  readonly environment?: NodeJS.ProcessEnv
  /** Reporters of Vitest that tell about the run while it goes on. */
  readonly reporters?: readonly string[]
}

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly success: boolean
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[] | null
    }[]
  }[]
}

/**
 * Runs Vitest and counts; what its reporter tells goes to the terminal.
 *
 * A run that breaks off counts as one failure: a file that cannot be loaded has no tests that could fail.
 */
export function runVitest(
  name: string,
  vitestArguments: readonly string[],
  { environment = process.env, reporters = ['default'] }: RunOptions = {},
): Outcome {
  // Absolute, because the journeys have a root of their own.
  const file = resolve('artefacts', `${name}.json`)
  rmSync(file, { force: true })
  const { status } = spawnSync(
    'vitest',
    [
      'run',
      ...[...reporters, 'json'].map((reporter) => `--reporter=${reporter}`),
      `--outputFile.json=${file}`,
      ...vitestArguments,
    ],
    { stdio: 'inherit', env: environment },
  )
  if (!existsSync(file)) {
    const failures = [{ test: name, why: 'The run broke off before it could report.' }]
    return { passed: 0, failed: 1, skipped: 0, isGreen: false, failures }
  }

  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  const isGreen = report.success && status === 0
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, isGreen ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
    isGreen,
    failures: failuresOf(report),
  }
}

function failuresOf(report: Report): Failure[] {
  const firstLine = (text: string | undefined) => stripVTControlCharacters(text ?? '').split('\n')[0] ?? ''
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [{ test: file, why: firstLine(message) }]
    return failed.map(({ fullName, failureMessages }) => ({
      test: `${file} > ${fullName}`,
      why: firstLine(failureMessages?.[0]),
    }))
  })
}

/** Prints what failed, and the sum of all runs as the last line, and sets the exit code. In CI a test that was left out is a failure. */
export function conclude(outcomes: readonly Outcome[]): void {
  const sum = (count: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0)
  const passed = sum((outcome) => outcome.passed)
  const skipped = sum((outcome) => outcome.skipped)
  const skippedIsFailure = skipped > 0 && Boolean(process.env.CI)
  if (skipped > 0)
    console.log(`\n${skipped} tests were left out.${skippedIsFailure ? ' In CI that is a failure.' : ''}`)

  for (const { test, why } of outcomes.flatMap(({ failures }) => failures))
    console.log(`failed: ${test}: ${why}`)
  const failed = sum((outcome) => outcome.failed) + (skippedIsFailure ? skipped : 0)
  console.log(`${passed} passed, ${failed} failed`)
  if (outcomes.some(({ isGreen }) => !isGreen) || passed === 0 || skippedIsFailure) process.exitCode = 1
}
