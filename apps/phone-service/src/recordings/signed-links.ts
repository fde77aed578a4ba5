import { createHmac, timingSafeEqual } from 'node:crypto'
import { PhoneError } from '@parley/contract/phone'
import type { Services } from '../services.ts'

/** Short, because a link may end up in a browser's history or a proxy's log. */
const linkLifetimeMs = 5 * 60_000

type Deps = Pick<Services, 'secrets' | 'now'>

/** Creates a link to `path` (below `/api/v1`) that is valid for 5 minutes without further authentication. */
export function signLink({ secrets, now }: Deps, path: string): { url: string; expiresAt: number } {
  const expiresAt = now().getTime() + linkLifetimeMs
  const signature = sign(secrets, path, expiresAt)
  return { url: `/api/v1${path}?expires=${expiresAt}&signature=${signature}`, expiresAt }
}

/** @throws {PhoneError} `RECORDING_LINK_EXPIRED`, also for an invalid signature */
export function verifyLink(
  { secrets, now }: Deps,
  path: string,
  { expires, signature }: { expires: number; signature: string },
): void {
  const expected = Buffer.from(sign(secrets, path, expires))
  const given = Buffer.from(signature)
  const matches = expected.length === given.length && timingSafeEqual(expected, given)
  if (!matches || expires <= now().getTime()) throw new PhoneError('RECORDING_LINK_EXPIRED')
}

function sign(secrets: Deps['secrets'], path: string, expiresAt: number): string {
  const key = secrets.deriveKey('recording links')
  return createHmac('sha256', key).update(`${path}\n${expiresAt}`).digest('base64url')
}
