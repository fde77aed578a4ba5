import type { Database } from '../database/index.ts'
import { type Project, requireTrustedUrl } from '../projects/index.ts'
import type { Services } from '../services.ts'
import type { CodeType } from './code-type.ts'
import { insertCode } from './codes.ts'

interface Order<Data> {
  readonly project: Project
  /** Whom or what it is for. Earlier codes of this type for the same are cancelled. */
  readonly subject: string
  readonly data: Data
  /** Where the link of the e-mail leads; null for codes that no link carries. */
  readonly callbackUrl: string | null
}

export interface MadeCode {
  readonly code: string
  /** The callback URL with the code; null without one. */
  readonly link: string | null
}

/**
 * Makes a code that works once, for a while.
 *
 * @throws {KnownError} REDIRECT_URL_NOT_WHITELISTED when the project does not trust the callback URL.
 */
export async function makeCode<Data>(
  { options, now }: Pick<Services, 'options' | 'now'>,
  database: Database,
  type: CodeType<Data>,
  { project, subject, data, callbackUrl }: Order<Data>,
): Promise<MadeCode> {
  if (callbackUrl !== null) requireTrustedUrl(project, callbackUrl)
  const expiresAt = new Date(now().getTime() + type.lifeMs(options))
  const draft = { projectId: project.id, type: type.name, subject, data, callbackUrl, expiresAt }
  const code = await insertCode(database, draft, now())
  return { code, link: callbackUrl === null ? null : linkWith(callbackUrl, code) }
}

/** Other parameters of the URL are kept, because they say where to go afterwards. */
function linkWith(callbackUrl: string, code: string): string {
  const link = new URL(callbackUrl)
  link.hash = ''
  link.searchParams.set('code', code)
  return link.href
}
