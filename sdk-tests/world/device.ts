import type { StackClientApp } from '@stackframe/react'
import type { Page } from 'playwright-core'
import type { Outcome, Refusal } from './outcome.ts'

export type App = StackClientApp<true, string>

/**
 * Where one person uses a client: a browser with cookies of its own, or a program with a memory of its own.
 *
 * What is used there is a function that stands alone, because it may travel to a page as text: it sees what it is given,
 * and answers plain data. Errors that a client answers with are {@link Refusal}s.
 */
export interface Device extends AsyncDisposable {
  /** @throws {ThrownByClient} with what the client threw. */
  use<Given, Answer>(use: (app: App, given: Given) => Answer, given?: Given): Promise<Seen<Awaited<Answer>>>
  /** Uses what leads to another page of the site, and waits until it is there. Browsers only. */
  leave<Given>(use: (app: App, given: Given) => unknown, path: string, given?: Given): Promise<void>
  /** The page, where the place is a browser. */
  readonly page: Page | null
  /** Origin of the site whose page it is; in a program, one that the project trusts. */
  readonly origin: string
}

/** What is left of an answer when it has travelled: errors are read by their code. */
export type Seen<T> = T extends { status: 'ok'; data: infer D }
  ? { status: 'ok'; data: D }
  : T extends { status: 'error' }
    ? { status: 'error'; error: Refusal }
    : T

/** What a client threw at its user. */
export class ThrownByClient extends Error {
  override readonly name = 'ThrownByClient'
  readonly errorCode: string | null
  readonly details: unknown

  constructor(refusal: Refusal) {
    super(`${refusal.name}: ${refusal.message}`)
    this.errorCode = refusal.errorCode
    this.details = refusal.details
  }
}

export function read<T>(outcome: Outcome): T {
  if ('thrown' in outcome) throw new ThrownByClient(outcome.thrown)
  return outcome.returned as T
}
