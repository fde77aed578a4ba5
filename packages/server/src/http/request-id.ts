import { randomToken } from '../secrets/secrets.ts'

/** Names one request, in answers and in the log: 16 characters of lower-case Crockford base32, 80 random bits. */
export function createRequestId(): string {
  return randomToken(16)
}
