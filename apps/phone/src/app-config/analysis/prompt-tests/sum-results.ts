import type { testRuns } from '@parley/contract/phone'

type Result = testRuns.TestResult

export interface Totals {
  readonly tookMs: number
  /** Null when the provider has not counted those of a complete result. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
}

/** Adds up the complete results of a prompt. Returns null when there is none. */
export function sumResults(results: readonly (Result | null)[]): Totals | null {
  const complete = results.filter((result) => result?.state === 'done')
  if (complete.length === 0) return null
  const sum = (pick: (result: Result) => number | null) =>
    complete.reduce<number | null>((total, result) => {
      const count = result && pick(result)
      return total === null || count === null ? null : total + count
    }, 0)
  return {
    tookMs: sum(({ tookMs }) => tookMs ?? 0) ?? 0,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
  }
}

/** Returns whether a test run is one of a prompt, so that it decides about its publication. */
export function hasPrompt(
  run: Pick<testRuns.TestRun, 'text' | 'outputFields'>,
  prompt: Pick<testRuns.TestRun, 'text' | 'outputFields'>,
): boolean {
  const toComparable = ({ text, outputFields }: Pick<testRuns.TestRun, 'text' | 'outputFields'>) =>
    JSON.stringify([
      text,
      outputFields.map(({ key, label, type, description, choices }) => [
        key,
        label,
        type,
        description,
        choices,
      ]),
    ])
  return toComparable(run) === toComparable(prompt)
}
