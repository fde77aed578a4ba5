import { type Failure, type FileResult, hasPassed, type Outcome } from './outcome.ts'

/** With more failed files than this the product is broken, and nothing is repeated. */
export const maxRepeatedFiles = 15

/** The outcome of one group of test files, which are run with one configuration of Vitest. */
export interface GroupOutcome<Group> {
  readonly group: Group
  readonly outcome: Outcome
}

/** The combined outcome of all runs, after failed files were repeated. */
export interface CombinedOutcome {
  readonly files: readonly FileResult[]
  /** Failures that count. */
  readonly failures: readonly Failure[]
  /** Failures of files that passed when they were repeated. */
  readonly flaky: readonly Failure[]
}

/**
 * Returns the files to run again by group: all that failed, or none when more than {@link maxRepeatedFiles}
 * failed.
 */
export function chooseFilesToRepeat<Group>(outcomes: readonly GroupOutcome<Group>[]): Map<Group, string[]> {
  const failed = outcomes.flatMap(({ group, outcome }) =>
    outcome.files.filter((result) => !hasPassed(result)).map(({ file }) => ({ group, file })),
  )
  const chosen = new Map<Group, string[]>()
  if (failed.length > maxRepeatedFiles) return chosen
  for (const { group, file } of failed) chosen.set(group, [...(chosen.get(group) ?? []), file])
  return chosen
}

/**
 * Replaces the results of repeated files by their second ones. A file that passes the second time counts as
 * passed and is flaky, if the second run had all of its tests. Failures outside of test files always count.
 */
export function combineOutcomes<Group>(
  first: readonly GroupOutcome<Group>[],
  repeated: readonly GroupOutcome<Group>[],
): CombinedOutcome {
  const second = new Map(
    repeated.flatMap(({ outcome }) => outcome.files).map((result) => [result.file, result]),
  )
  const flaky: Failure[] = []
  const files = first
    .flatMap(({ outcome }) => outcome.files)
    .map((result) => {
      const again = hasPassed(result) ? undefined : second.get(result.file)
      if (!again) return result
      if (!hasPassed(again)) return again
      if (again.passed === 0 || total(again) < total(result)) return result
      flaky.push(...result.failures)
      return again
    })
  const failures = [
    ...[...first, ...repeated].flatMap(({ outcome }) => outcome.failures),
    ...files.flatMap((result) => result.failures),
  ]
  return { files, failures, flaky }
}

function total({ passed, failed, skipped }: FileResult): number {
  return passed + failed + skipped
}
