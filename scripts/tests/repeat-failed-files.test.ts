import { describe, expect, test } from 'vitest'
import type { FileResult, Outcome } from './outcome.ts'
import { chooseFilesToRepeat, combineOutcomes, maxRepeatedFiles } from './repeat-failed-files.ts'

const passing = (file: string, tests = 2): FileResult => ({
  file,
  passed: tests,
  failed: 0,
  skipped: 0,
  durationMs: 100,
  failures: [],
})

const failing = (file: string, message = 'expected 1 to be 2'): FileResult => ({
  file,
  passed: 1,
  failed: 1,
  skipped: 0,
  durationMs: 100,
  failures: [{ test: `${file} > adds`, message }],
})

/** A file whose imports or hooks failed: it has a failure and no failed test. */
const broken = (file: string): FileResult => ({
  file,
  passed: 0,
  failed: 0,
  skipped: 0,
  durationMs: 100,
  failures: [{ test: file, message: 'Cannot find module' }],
})

const createOutcome = (...files: FileResult[]): Outcome => ({ files, failures: [] })

describe('the choice of files to repeat', () => {
  test('contains every failed file under its group, and no file that passed', () => {
    const chosen = chooseFilesToRepeat([
      {
        group: 'units',
        outcome: createOutcome(failing('a.test.ts'), passing('b.test.ts'), broken('c.test.ts')),
      },
      { group: 'audio', outcome: createOutcome(failing('d.test.ts')) },
      { group: 'e2e', outcome: createOutcome(passing('e.test.ts')) },
    ])

    expect([...chosen]).toEqual([
      ['units', ['a.test.ts', 'c.test.ts']],
      ['audio', ['d.test.ts']],
    ])
  })

  test('is empty when too many files failed over all groups', () => {
    const failed = Array.from({ length: maxRepeatedFiles }, (_, index) => failing(`${index}.test.ts`))
    const audio = { group: 'audio', outcome: createOutcome(failing('one-more.test.ts')) }

    expect(
      chooseFilesToRepeat([{ group: 'units', outcome: createOutcome(...failed) }]).get('units'),
    ).toHaveLength(maxRepeatedFiles)
    expect(chooseFilesToRepeat([{ group: 'units', outcome: createOutcome(...failed) }, audio]).size).toBe(0)
  })
})

describe('the combined outcome', () => {
  test('counts a file that passes the second time as passed, and reports its first failure as flaky', () => {
    const first = [{ group: 'units', outcome: createOutcome(failing('a.test.ts'), passing('b.test.ts')) }]
    const repeated = [{ group: 'units', outcome: createOutcome(passing('a.test.ts')) }]

    const { files, failures, flaky } = combineOutcomes(first, repeated)

    expect(failures).toEqual([])
    expect(flaky).toEqual([{ test: 'a.test.ts > adds', message: 'expected 1 to be 2' }])
    expect(files).toEqual([passing('a.test.ts'), passing('b.test.ts')])
  })

  test('reports the second failure of a file that fails again', () => {
    const first = [{ group: 'units', outcome: createOutcome(failing('a.test.ts', 'first')) }]
    const repeated = [{ group: 'units', outcome: createOutcome(failing('a.test.ts', 'second')) }]

    const { failures, flaky } = combineOutcomes(first, repeated)

    expect(failures).toEqual([{ test: 'a.test.ts > adds', message: 'second' }])
    expect(flaky).toEqual([])
  })

  test('keeps the failure of a file that was not repeated, or whose second run was lost', () => {
    const first = [{ group: 'units', outcome: createOutcome(failing('a.test.ts')) }]
    const lost = { files: [], failures: [{ test: 'units-repeated', message: 'It ended without a report.' }] }

    expect(combineOutcomes(first, []).failures).toEqual(failing('a.test.ts').failures)
    expect(combineOutcomes(first, [{ group: 'units', outcome: lost }]).failures).toEqual([
      ...lost.failures,
      ...failing('a.test.ts').failures,
    ])
  })

  test('keeps the failure when the second run had fewer tests', () => {
    const first = [{ group: 'units', outcome: createOutcome(failing('a.test.ts')) }]

    for (const again of [passing('a.test.ts', 1), passing('a.test.ts', 0)])
      expect(combineOutcomes(first, [{ group: 'units', outcome: createOutcome(again) }])).toMatchObject({
        failures: failing('a.test.ts').failures,
        flaky: [],
      })
  })

  test('keeps failures outside of test files, whatever passes the second time', () => {
    const failures = [{ test: 'outside of the tests', message: 'Unhandled rejection' }]
    const first = [{ group: 'units', outcome: { files: [failing('a.test.ts')], failures } }]
    const repeated = [{ group: 'units', outcome: createOutcome(passing('a.test.ts')) }]

    expect(combineOutcomes(first, repeated).failures).toEqual(failures)
  })

  test('does not replace a file that passed', () => {
    const first = [{ group: 'units', outcome: createOutcome(passing('a.test.ts')) }]
    const repeated = [{ group: 'units', outcome: createOutcome(failing('a.test.ts')) }]

    expect(combineOutcomes(first, repeated)).toEqual({
      files: [passing('a.test.ts')],
      failures: [],
      flaky: [],
    })
  })
})
