import type { CombinedOutcome } from './repeat-failed-files.ts'

const listedFiles = 10

/**
 * Prints the slowest files, the flaky and failed tests and, as the last line, the test counts. Sets the exit
 * code. In CI a skipped test is a failure.
 */
export function printSummary({ files, failures, flaky }: CombinedOutcome): void {
  const sum = (key: 'passed' | 'failed' | 'skipped') => files.reduce((total, file) => total + file[key], 0)
  const passed = sum('passed')
  const skipped = sum('skipped')

  console.log('\nSlowest files:')
  for (const { file, durationMs } of files
    .toSorted((one, other) => other.durationMs - one.durationMs)
    .slice(0, listedFiles))
    console.log(`${(durationMs / 1000).toFixed(1).padStart(7)} s  ${file}`)

  const failsOnSkip = skipped > 0 && Boolean(process.env.CI)
  if (skipped > 0)
    console.log(`\n${skipped} tests were skipped.${failsOnSkip ? ' In CI that is a failure.' : ''}`)
  if (flaky.length > 0)
    console.log(`\n!!! ${flaky.length} flaky: failed beside other tests, passed when repeated alone !!!`)
  for (const { test, message } of flaky) console.log(`flaky: ${test}: ${message}`)
  for (const { test, message } of failures) console.log(`failed: ${test}: ${message}`)
  const failed = Math.max(sum('failed'), failures.length) + (failsOnSkip ? skipped : 0)
  console.log(`${passed} passed, ${failed} failed`)
  if (failed > 0 || passed === 0) process.exitCode = 1
}
