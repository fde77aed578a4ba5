import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { findProblem, type Mutation, type MutationOutcome } from './mutation.ts'

export interface MutationResult {
  readonly removes: string
  readonly outcome: MutationOutcome
}

const folder = 'artefacts'
const path = `${folder}/mutations.json`

/** Returns the results that were saved for a commit. */
export function readResults(commit: string): MutationResult[] {
  try {
    const saved = JSON.parse(readFileSync(path, 'utf8'))
    return saved.commit === commit ? saved.results : []
  } catch {
    return []
  }
}

export function writeResults(commit: string, results: readonly MutationResult[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, JSON.stringify({ commit, results }, null, 2))
}

export function deleteResults(): void {
  rmSync(path, { force: true })
}

/** Returns how many of the mutations had the expected outcome, and a sentence for each of the others. */
export function evaluate(
  mutations: readonly Mutation[],
  results: readonly MutationResult[],
): { readonly passed: number; readonly problems: readonly string[] } {
  const problems = mutations.map((mutation) => {
    const result = results.find(({ removes }) => removes === mutation.removes)
    return result ? findProblem(mutation, result.outcome) : `${mutation.removes}: It was not run.`
  })
  const found = problems.filter((problem) => problem !== null)
  return { passed: problems.length - found.length, problems: found }
}
