import type { webhooks } from '@parley/contract/phone'
import { BlockedHostError, OutboundLimitError, OutboundResponseError } from '@parley/server'

/** The stored secret cannot be decrypted. */
export class UnreadableSecretError extends Error {
  override readonly name = 'UnreadableSecretError'
}

/** The URL is not encrypted, and its host is in no network that the operator has allowed. */
export class NotEncryptedError extends Error {
  override readonly name = 'NotEncryptedError'
}

/** Returns why a request to a webhook has got no response. */
export function toProblem(error: unknown): webhooks.DeliveryProblem {
  if (error instanceof UnreadableSecretError) return 'unreadable'
  if (error instanceof NotEncryptedError) return 'not-encrypted'
  if (error instanceof BlockedHostError)
    return error.reason === 'not-found' ? 'host-not-found' : 'host-not-allowed'
  if (error instanceof OutboundLimitError)
    return error.reason === 'timed-out' ? 'timed-out' : 'invalid-response'
  if (error instanceof OutboundResponseError) return 'invalid-response'
  const { code } = error as { readonly code?: string }
  return /CERT|SIGNATURE|TLS|SSL/.test(code ?? '') ? 'certificate-rejected' : 'unreachable'
}

/** Returns the problem of a status; null for success. Redirects are not followed: their target is unchecked. */
export function toProblemOfStatus(status: number): webhooks.DeliveryProblem | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirected' : 'rejected'
}
