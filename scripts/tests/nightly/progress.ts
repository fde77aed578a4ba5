import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Failure } from '../outcome.ts'

export interface StepResult {
  readonly passed: number
  readonly failed: number
  readonly failures: readonly Failure[]
  readonly flaky: readonly Failure[]
}

/** The progress of a part of the nightly tests. */
export interface Progress {
  readonly part: string
  readonly commit: string
  /** Minutes that its steps took. */
  minutes: number
  readonly steps: Record<string, StepResult>
}

const getPath = (part: string) => join('artefacts/nightly', `${part}.json`)

/** Returns the saved progress of a part, or none when it is of another commit. */
export function readProgress(part: string, commit: string): Progress {
  const empty = { part, commit, minutes: 0, steps: {} }
  if (!existsSync(getPath(part))) return empty
  const saved = JSON.parse(readFileSync(getPath(part), 'utf8')) as Progress
  return saved.commit === commit ? saved : empty
}

/** Saves the progress atomically: an interruption leaves the old or the new state. */
export function writeProgress(progress: Progress): void {
  const file = getPath(progress.part)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(progress))
  renameSync(`${file}.new`, file)
}

export function removeProgress(part: string): void {
  rmSync(getPath(part), { force: true })
}

interface Row {
  readonly part: string
  readonly passed: number
  readonly failed: number
  readonly minutes: number
  readonly commit: string
}

/** Appends a row to the table at the end of docs/nightly.md. */
export function addResult({ part, passed, failed, minutes, commit }: Row): void {
  const document = 'docs/nightly.md'
  const date = new Date().toISOString().slice(0, 10)
  const row = `| ${date} | ${part} | ${passed} | ${failed} | ${minutes.toFixed(1)} | ${commit} |`
  writeFileSync(document, `${readFileSync(document, 'utf8').trimEnd()}\n${row}\n`)
}
