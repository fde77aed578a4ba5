import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { installDebianPackages } from './debian-packages.ts'

/**
 * `npm test [path]`: unit and service tests on the embedded database, then the journeys in a real browser.
 *
 * What needs a program that this machine has not and may not install fails where it is needed; in CI a test that was
 * left out fails the run as well.
 */
const paths = process.argv.slice(2)
const inCi = Boolean(process.env.CI)

const missing = installDebianPackages()
if (missing.length > 0) {
  console.log(`Tests that need ${missing.join(', ')} will fail: install these Debian packages to run them.`)
}

interface Report {
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  success: boolean
}

function run(name: string, vitestArguments: string[]): Report {
  const file = `artefacts/${name}.json`
  rmSync(file, { force: true })
  spawnSync(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...vitestArguments],
    {
      stdio: 'inherit',
    },
  )
  if (!existsSync(file)) throw new Error(`The ${name} did not run to their end.`)
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

const ofPath = (room: 'e2e' | 'other') => paths.filter((path) => path.startsWith('e2e') === (room === 'e2e'))
const reports: Report[] = []
if (paths.length === 0 || ofPath('other').length > 0) reports.push(run('tests', ofPath('other')))
if (paths.length === 0 || ofPath('e2e').length > 0) {
  reports.push(
    run('journeys', [
      '--config',
      'e2e/vitest.config.ts',
      ...ofPath('e2e').map((path) => path.replace(/^e2e\/?/, '')),
    ]),
  )
}

const sum = (count: (report: Report) => number) => reports.reduce((total, report) => total + count(report), 0)
const [passed, failed] = [sum((report) => report.numPassedTests), sum((report) => report.numFailedTests)]
const leftOut = sum((report) => report.numPendingTests + report.numTodoTests)
if (leftOut > 0) console.log(`${leftOut} tests were left out.${inCi ? ' In CI that is a failure.' : ''}`)

console.log(`\n${passed} passed, ${failed} failed, ${leftOut} skipped`)
if (reports.some((report) => !report.success) || passed === 0 || (inCi && leftOut > 0)) process.exitCode = 1
