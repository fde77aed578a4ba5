import { KnownError } from '@parley/contract'
import type { z } from 'zod'
import type { AccountOptions } from '../../config.ts'
import { type Project, requireTrustedUrl } from '../../projects/records/index.ts'

/** A type of code: its payload and lifetime. A code of another type is not found. */
export interface CodeType<Data> {
  readonly name: string
  readonly data: z.ZodType<Data>
  lifetimeMs(options: AccountOptions): number
  /** Maximum number of attempts; 20 if omitted. */
  readonly maxAttempts?: number
  /** The hosted page to which the link with the code leads; omitted for codes without a link. */
  readonly page?: string
}

export function codeType<Data>(description: CodeType<Data>): CodeType<Data> {
  return description
}

/** The only query parameter of a hosted page that a client may set in the link of an e-mail. */
const returnToParameter = 'after_auth_return_to'

/**
 * Requires a trusted callback URL. The e-mails of our own projects lead to the hosted page of the code only, so that
 * the person who requests an e-mail for another one does not choose what its link opens.
 *
 * @throws {KnownError} REDIRECT_URL_NOT_WHITELISTED
 */
export function requireCallbackUrl(
  project: Project,
  { page }: Pick<CodeType<unknown>, 'page'>,
  callbackUrl: string,
): void {
  requireTrustedUrl(project, callbackUrl)
  if (!project.settings.email_links_open_hosted_pages) return
  const { pathname, searchParams } = new URL(callbackUrl)
  const isHostedPage = page !== undefined && pathname === `/handler/${page}`
  if (!isHostedPage || [...searchParams.keys()].some((name) => name !== returnToParameter))
    throw new KnownError('REDIRECT_URL_NOT_WHITELISTED')
}
