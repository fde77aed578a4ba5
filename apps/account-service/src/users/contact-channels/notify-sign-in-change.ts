import type { RequestInfo } from '@parley/server/http'
import type { Transaction } from 'kysely'
import { enqueueEmail, type SignInChange } from '../../email/delivery/index.ts'
import type { AccountTables } from '../../platform/database/index.ts'
import { isBuiltInProject, type Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { type Channel, listChannels } from './channels.ts'

interface SignInChangeNotice {
  readonly project: Project
  readonly userId: string
  readonly change: SignInChange
  readonly info: RequestInfo
  /** E-mails that were verified before the change and no longer belong to the user. */
  readonly formerEmails?: readonly string[]
}

/**
 * Notifies the verified e-mails and the primary e-mail of a user, after commit, that their sign-in methods
 * changed. E-mails to addresses that may belong to other people are limited: to the primary one while it is unverified, and
 * through the installation's server to all that a stranger's back end may have marked as verified.
 */
export async function notifySignInChange(
  services: Pick<Services, 'jobs'>,
  transaction: Transaction<AccountTables>,
  { project, userId, change, info, formerEmails = [] }: SignInChangeNotice,
): Promise<void> {
  const channels = await listChannels(transaction, project.id, { userId })
  const verified = channels.filter(({ isVerified }) => isVerified).map(({ value }) => value)
  const email = {
    project,
    acceptLanguage: info.acceptLanguage,
    template: 'sign-in-changed',
    variables: { change, link: accountSettingsUrl(project) },
  } as const
  const proven = new Set([...verified, ...formerEmails])
  const isLimited = !isBuiltInProject(project) && project.config.email_config.type === 'shared'
  for (const to of proven) await enqueueEmail(services, transaction, { ...email, to, isLimited })
  const unverified = channels.find(({ isPrimary, value }) => isPrimary && !proven.has(value))
  if (unverified)
    await enqueueEmail(services, transaction, { ...email, to: unverified.value, isLimited: true })
}

/**
 * Returns the page of the application on which users end sessions; undefined if the project has no domain.
 */
function accountSettingsUrl({ config }: Project): string | undefined {
  const [domain] = config.domains
  if (!domain || !URL.canParse(domain.domain)) return undefined
  const url = new URL(domain.domain)
  url.pathname = `${url.pathname}/${domain.handler_path}/account-settings`.replace(/\/{2,}/g, '/')
  return url.href
}

/**
 * Returns the e-mail of a channel that is about to be removed or replaced if it is verified, so that it is
 * notified too.
 */
export function toFormerEmails({ value, isVerified }: Channel): string[] {
  return isVerified ? [value] : []
}
