import { hashToken, randomToken } from '@parley/server'
import type { Services } from '../../services.ts'
import { replaceSetUpLink } from './set-up-links.ts'

const linkLifetimeMs = 60 * 60_000

/**
 * Creates the one-time link for the first administrator; null if one exists. The token is in the fragment,
 * which browsers do not send, so that no log contains it.
 */
export async function renewSetUpLink({
  database,
  options,
  now,
}: Pick<Services, 'database' | 'options' | 'now'>): Promise<string | null> {
  const token = randomToken(45)
  const expiresAt = new Date(now().getTime() + linkLifetimeMs)
  const isOpen = await replaceSetUpLink(database, { tokenHash: hashToken(token), expiresAt })
  return isOpen ? `${options.publicUrl}/set-up#${token}` : null
}
