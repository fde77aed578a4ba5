import type { modelProviders } from '@parley/contract/phone'

interface ProviderResponseFacts {
  /** The HTTP status of the response; null without a response. */
  readonly status?: number | null
  /** The message of the provider, which anyone may have written. */
  readonly detail?: string | null
  /** How long the provider asks to wait. */
  readonly retryAfterMs?: number | null
}

/** Problems that another attempt with the same settings can solve. */
const temporaryProblems: ReadonlySet<modelProviders.ProviderProblem> = new Set([
  'host-not-found',
  'unreachable',
  'timed-out',
  'rate-limited',
  'server-error',
  'not-json',
  'unexpected-response',
  'audio-unavailable',
  'disk-full',
])

/** A request to a provider has failed. The message contains nothing that the provider has sent. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly problem: modelProviders.ProviderProblem
  readonly status: number | null
  readonly detail: string | null
  readonly retryAfterMs: number | null

  constructor(problem: modelProviders.ProviderProblem, facts: ProviderResponseFacts = {}) {
    super(`The provider has failed: ${problem}.`)
    this.problem = problem
    this.status = facts.status ?? null
    this.detail = facts.detail ?? null
    this.retryAfterMs = facts.retryAfterMs ?? null
  }

  get isTemporary(): boolean {
    return temporaryProblems.has(this.problem)
  }
}
