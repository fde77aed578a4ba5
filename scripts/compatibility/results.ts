import { readFileSync } from 'node:fs'

/** The part of the report of Vitest's JSON reporter that is used here. */
interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[]
      readonly title: string
      readonly status: string
    }[]
  }[]
}

export interface TestResult {
  /** The client and where it ran: `js 2.8.39 in a server`. */
  readonly target: string
  readonly name: string
  readonly status: 'passed' | 'failed' | 'skipped'
}

/** Reads the tests of a report that belong to a client. */
export function readResults(file: string): TestResult[] {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ ancestorTitles: [target], title, status }) =>
      target === undefined ? [] : [{ target, name: title, status: toStatus(status) }],
    ),
  )
}

function toStatus(status: string): TestResult['status'] {
  return status === 'passed' || status === 'failed' ? status : 'skipped'
}
