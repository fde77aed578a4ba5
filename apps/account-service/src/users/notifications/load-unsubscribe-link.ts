import { PlainTextError } from '@parley/server/http'
import { findCode, type StoredCode } from '../../auth/verification-codes/index.ts'
import { findProject, type Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { unsubscribeCode } from './unsubscribe-code.ts'
import type { UnsubscribeState } from './unsubscribe-page.ts'

type Deps = Pick<Services, 'database' | 'now'>

interface UnsubscribeLink {
  readonly state: UnsubscribeState
  readonly project: Project | null
  readonly stored: StoredCode | null
}

/** Returns the state of the link in an e-mail, with its project and code if they exist. */
export async function loadUnsubscribeLink(
  { database, now }: Deps,
  code: string | undefined,
): Promise<UnsubscribeLink> {
  if (code?.length !== 45)
    throw new PlainTextError(400, 'The link is incomplete. Open the link in the e-mail again.')
  const stored = await findCode(database, { type: unsubscribeCode.name, code: code.toLowerCase() })
  const project = stored && (await findProject(database, stored.projectId))
  if (!stored || !project) return { state: 'invalid', project: null, stored: null }
  if (stored.isUsed) return { state: 'already-done', project, stored }
  return { state: stored.expiresAt <= now() || stored.isCancelled ? 'expired' : 'confirm', project, stored }
}
