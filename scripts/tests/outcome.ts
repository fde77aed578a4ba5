/** A test that failed, or a file that could not be run, with the first line of the error. */
export interface Failure {
  /** `file > test`, or the file alone. */
  readonly test: string
  readonly message: string
}

/** The result of one test file. */
export interface FileResult {
  /** Path from the root of the repository. */
  readonly file: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly durationMs: number
  readonly failures: readonly Failure[]
}

/** The result of one run of Vitest. */
export interface Outcome {
  readonly files: readonly FileResult[]
  /** Failures outside of test files: an unhandled error, a set-up, a run that was interrupted. */
  readonly failures: readonly Failure[]
}

/** Returns whether a file passed: at least one test, and none that failed. */
export function hasPassed(result: FileResult): boolean {
  return result.failures.length === 0 && result.failed === 0
}
