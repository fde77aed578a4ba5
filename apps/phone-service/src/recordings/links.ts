import { createHmac, timingSafeEqual } from 'node:crypto'
import { PhoneError } from '@parley/contract/phone'
import type { Services } from '../services.ts'

/** Short, because a link may end up in a browser's history or a proxy's log. */
const linkLifeMs = 5 * 60_000

type Tools = Pick<Services, 'secrets' | 'now'>

/** Creates a link to `path` (below `/api/v1`) that is valid for 5 minutes without further authentication. */
export function signLink({ secrets, now }: Tools, path: string): { url: string; expiresAt: number } {
  const expiresAt = now() + linkLifeMs
  const signature = signatureOf(secrets, path, expiresAt)
  return { url: `/api/v1${path}?expires=${expiresAt}&signature=${signature}`, expiresAt }
}

/** @throws {PhoneError} `RECORDING_LINK_EXPIRED`, also for an invalid signature */
export function checkLink(
  { secrets, now }: Tools,
  path: string,
  { expires, signature }: { expires: number; signature: string },
): void {
  const expected = Buffer.from(signatureOf(secrets, path, expires))
  const given = Buffer.from(signature)
  const matches = expected.length === given.length && timingSafeEqual(expected, given)
  if (!matches || expires <= now()) throw new PhoneError('RECORDING_LINK_EXPIRED')
}

function signatureOf(secrets: Tools['secrets'], path: string, expiresAt: number): string {
  const key = secrets.deriveKey('recording links')
  return createHmac('sha256', key).update(`${path}\n${expiresAt}`).digest('base64url')
}
