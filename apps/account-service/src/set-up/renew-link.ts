import { hashToken, randomToken } from '@parley/server'
import type { Services } from '../services.ts'
import { replaceSetUpLink } from './set-up-links.ts'

const linkLifeMs = 60 * 60_000

/**
 * Makes the one-time link by which the first administrator comes, or null when one has come. The token stands in the
 * fragment, which no browser sends and no log keeps.
 */
export async function renewSetUpLink({
  database,
  options,
  now,
}: Pick<Services, 'database' | 'options' | 'now'>): Promise<string | null> {
  const token = randomToken(45)
  const expiresAt = new Date(now().getTime() + linkLifeMs)
  const isOpen = await replaceSetUpLink(database, { tokenHash: hashToken(token), expiresAt })
  return isOpen ? `${options.publicUrl}/set-up#${token}` : null
}
