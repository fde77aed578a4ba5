import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import type { Failure, FileResult, Outcome } from './outcome.ts'

/** Names the file into which {@link JsonReporter} writes the outcome. */
export const reportVariable = 'PARLEY_TEST_REPORT'

/** Writes the outcome of a run as JSON. The durations of files include their imports and hooks. */
export default class JsonReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], reason: string): void {
    const files = modules.map(toFileResult)
    const failures: Failure[] = errors.map((error) => ({
      test: 'outside of the tests',
      message: firstLine(error),
    }))
    if (reason === 'interrupted') failures.push({ test: 'the run', message: 'It was interrupted.' })
    const outcome: Outcome = { files, failures }
    const path = process.env[reportVariable]
    if (!path) throw new Error(`${reportVariable} is not set.`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(outcome))
  }
}

function toFileResult(module: TestModule): FileResult {
  const file = relative(process.cwd(), module.moduleId)
  const tests = [...module.children.allTests()]
  const suiteErrors = [...module.children.allSuites()].flatMap((suite) => suite.errors())
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic()
  const failures: Failure[] = [
    ...[...module.errors(), ...suiteErrors].map((error) => ({ test: file, message: firstLine(error) })),
    ...tests
      .filter((test) => test.result().state === 'failed')
      .map((test) => ({
        test: `${file} > ${test.fullName}`,
        message: firstLine(test.result().errors?.[0]),
      })),
  ]
  const state = module.state()
  if (failures.length === 0 && state !== 'passed' && state !== 'skipped')
    failures.push({ test: file, message: `The file ended in the state "${state}" without an error.` })
  const count = (result: string) => tests.filter((test) => test.result().state === result).length
  return {
    file,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    durationMs: environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
    failures,
  }
}

function firstLine(error: { readonly message?: string } | undefined): string {
  return stripVTControlCharacters(error?.message ?? '').split('\n')[0] ?? ''
}
