import type { RequestInfo } from '@parley/server/http'
import type { Transaction } from 'kysely'
import { enqueueEmail, type SignInChange } from '../../email/delivery/index.ts'
import type { AccountTables } from '../../platform/database/index.ts'
import type { Project } from '../../projects/records/index.ts'
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

/** Notifies all verified e-mails of a user, after commit, that their sign-in methods changed. */
export async function notifySignInChange(
  services: Pick<Services, 'jobs'>,
  transaction: Transaction<AccountTables>,
  { project, userId, change, info, formerEmails = [] }: SignInChangeNotice,
): Promise<void> {
  const channels = await listChannels(transaction, project.id, { userId })
  const verified = channels.filter(({ isVerified }) => isVerified).map(({ value }) => value)
  for (const to of new Set([...verified, ...formerEmails]))
    await enqueueEmail(services, transaction, {
      project,
      to,
      acceptLanguage: info.acceptLanguage,
      template: 'sign-in-changed',
      variables: { change },
    })
}

/** Returns the e-mail of a channel that is about to be removed or replaced if it is verified, so that it is notified too. */
export function toFormerEmails({ value, isVerified }: Channel): string[] {
  return isVerified ? [value] : []
}
