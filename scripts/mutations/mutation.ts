/** One change that removes a protection, and the tests that must notice it. */
export interface Mutation {
  /** The protection that is removed, as a statement about the broken product. */
  readonly removes: string
  readonly file: string
  /** Text that occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** Test files or folders; each of them passes without the change. */
  readonly tests: readonly [string, ...string[]]
  /** Vitest's name filter, when one test of a long file is enough. */
  readonly name?: string
  /** Why no test can notice the change: it is then expected to survive. */
  readonly survives?: string
}

export type MutationOutcome =
  | { readonly kind: 'killed'; readonly test: string }
  | { readonly kind: 'survived' }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'not-applicable'; readonly reason: string }
  | { readonly kind: 'broken'; readonly output: string }

/**
 * Returns the text with the change applied.
 *
 * @throws {Error} When the text to find does not occur exactly once.
 */
export function applyMutation(text: string, { file, find, replace }: Mutation): string {
  const count = text.split(find).length - 1
  if (count !== 1) throw new Error(`${file} contains ${count} times: ${find}`)
  return text.replace(find, () => replace)
}

/** Returns the sentence of a problem; null when the outcome is the expected one. */
export function findProblem(mutation: Mutation, outcome: MutationOutcome): string | null {
  const { removes, survives } = mutation
  switch (outcome.kind) {
    case 'killed':
      return survives ? `killed, but listed as a survivor: ${removes}` : null
    case 'timed-out':
      return survives ? `timed out, but listed as a survivor: ${removes}` : null
    case 'survived':
      return survives ? null : `survived: ${removes} (${mutation.file})`
    case 'not-applicable':
      return `cannot be applied: ${removes}: ${outcome.reason}`
    case 'broken':
      return `the run broke off: ${removes}\n${outcome.output}`
  }
}
