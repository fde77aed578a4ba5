import { randomToken } from '../secrets/secrets.ts'

/**
 * Creates a request id for responses and logs: 16 characters of lower-case Crockford base32, 80 random bits.
 */
export function createRequestId(): string {
  return randomToken(16)
}
