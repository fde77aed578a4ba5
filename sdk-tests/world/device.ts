import type { StackClientApp } from '@stackframe/react'
import type { Page } from 'playwright-core'
import type { Outcome, Refusal } from './outcome.ts'

export type App = StackClientApp<true, string>

/**
 * The client environment of one user: a browser with separate cookies, or a program with separate memory.
 *
 * Functions passed to a device must be self-contained, because they may be sent to a page as source text: they use only
 * their arguments and return plain data. Errors returned by a client are {@link ClientError}s.
 */
export interface Device extends AsyncDisposable {
  /** @throws {ThrownByClient} with the error that the client threw. */
  use<Given, Answer>(use: (app: App, given: Given) => Answer, given?: Given): Promise<Seen<Awaited<Answer>>>
  /** Runs a function that navigates to another page of the site, and waits for that page. Browsers only. */
  leave<Given>(use: (app: App, given: Given) => unknown, path: string, given?: Given): Promise<void>
  /** The page, in a browser. */
  readonly page: Page | null
  /** The origin of the page; in a program, a trusted origin of the project. */
  readonly origin: string
}

/** A serialized result: errors are reduced to their codes. */
export type Seen<T> = T extends { status: 'ok'; data: infer D }
  ? { status: 'ok'; data: D }
  : T extends { status: 'error' }
    ? { status: 'error'; error: Refusal }
    : T

/** An error thrown by a client. */
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
