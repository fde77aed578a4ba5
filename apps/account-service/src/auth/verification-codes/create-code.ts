import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { type CodeType, requireCallbackUrl } from './code-type.ts'
import { insertCode } from './codes.ts'

interface CreateCodeInput<Data> {
  readonly project: Project
  /**
   * The user, e-mail address or other entity of the code. Earlier codes of this type and subject are
   * cancelled.
   */
  readonly subject: string
  readonly data: Data
  /** Target of the link in the e-mail; null for codes that are not sent as a link. */
  readonly callbackUrl: string | null
  /**
   * The device that requested the code, which then cancels only earlier codes of this device; omitted to
   * cancel all.
   */
  readonly requester?: string
}

export interface CreatedCode {
  readonly code: string
  /** The callback URL with the code; null without a callback URL. */
  readonly link: string | null
}

/**
 * Creates a single-use code that expires.
 *
 * @throws {KnownError} REDIRECT_URL_NOT_WHITELISTED if the project does not accept the callback URL.
 */
export async function createCode<Data>(
  { options, now }: Pick<Services, 'options' | 'now'>,
  database: Database,
  type: CodeType<Data>,
  { project, subject, data, callbackUrl, requester }: CreateCodeInput<Data>,
): Promise<CreatedCode> {
  if (callbackUrl !== null) requireCallbackUrl(project, type, callbackUrl)
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + type.lifetimeMs(options))
  const draft = { projectId: project.id, type: type.name, subject, data, callbackUrl, expiresAt, requester }
  const code = await insertCode(database, draft, createdAt)
  return { code, link: callbackUrl === null ? null : addCodeToUrl(callbackUrl, code) }
}

/** Retains the other parameters of the URL, because they hold the page to return to. */
function addCodeToUrl(callbackUrl: string, code: string): string {
  const link = new URL(callbackUrl)
  link.hash = ''
  link.searchParams.set('code', code)
  return link.href
}
