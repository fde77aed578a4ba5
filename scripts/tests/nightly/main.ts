import { spawnSync } from 'node:child_process'
import { installAll } from '../../build/install-all.ts'
import { installDebianPackages } from '../debian-packages.ts'
import { parts } from './parts.ts'
import { addResult, readProgress, removeProgress, writeProgress } from './progress.ts'

/**
 * `npm run test:nightly -- PART`: runs one part of the tests that take too long for every change. Its
 * progress is saved after each step, so that a part that was cut off continues where it was. A part that ends
 * adds a row to docs/nightly.md.
 */
const maxMinutes = 45

const [name = ''] = process.argv.slice(2)
const part = parts[name]
if (!part) {
  console.error(`Usage: npm run test:nightly -- PART, where PART is one of ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

installAll()
installDebianPackages()
const { stdout } = spawnSync('git', ['rev-parse', '--short=10', 'HEAD'], { encoding: 'utf8' })
const commit = stdout.trim()
const progress = readProgress(name, commit)
const completedSteps = Object.keys(progress.steps).length
if (completedSteps > 0) console.log(`Continuing after ${completedSteps} steps.`)

const startedAt = Date.now()
const minutesBefore = progress.minutes
const endsAt = startedAt + (maxMinutes - minutesBefore) * 60_000
for (const { name: step, run } of await part()) {
  if (progress.steps[step]) continue
  // A part that took its time starts anew the next time: what is missing then fails.
  if (Date.now() > endsAt) {
    const failures = [{ test: step, message: `Not run: the part took more than ${maxMinutes} minutes.` }]
    progress.steps[step] = { passed: 0, failed: 1, failures, flaky: [] }
    continue
  }
  console.log(`\n== ${name}: ${step}`)
  progress.steps[step] = await run()
  progress.minutes = minutesBefore + (Date.now() - startedAt) / 60_000
  writeProgress(progress)
}

const results = Object.values(progress.steps)
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
addResult({ part: name, passed, failed, minutes: progress.minutes, commit })
removeProgress(name)
for (const { test, message } of results.flatMap(({ flaky }) => flaky))
  console.log(`flaky: ${test}: ${message}`)
for (const { test, message } of results.flatMap(({ failures }) => failures))
  console.log(`failed: ${test}: ${message}`)
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0 || passed === 0) process.exitCode = 1
