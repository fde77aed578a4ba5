/** The account at which an authentication failed. */
export interface FailedAccount {
  /** Identifies the account for limits, whether it exists or not, so that both take the same time. */
  readonly key: string
  /** Null when there is no such account, or the client may not be a sign-in of its user. */
  readonly userId: string | null
}

const failedAccounts = new WeakMap<Error, FailedAccount>()

/**
 * Attaches the account at which an authentication failed to its error, for the audit log, and returns the
 * error.
 */
export function withFailedAccount<Refusal extends Error>(refusal: Refusal, account: FailedAccount): Refusal {
  failedAccounts.set(refusal, account)
  return refusal
}

/** Returns the account attached to an error, or null. */
export function findFailedAccount(refusal: Error): FailedAccount | null {
  return failedAccounts.get(refusal) ?? null
}
