import type { HttpCall } from '@parley/server/http'
import type { Transaction } from 'kysely'
import type { AccountTables } from '../database/index.ts'
import { enqueueEmail, type SignInChange } from '../emails/index.ts'
import type { Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { type Channel, listChannels } from './channels.ts'

interface ChangedSignIn {
  readonly project: Project
  readonly userId: string
  readonly change: SignInChange
  readonly call: HttpCall
  /** E-mails that were verified before the change and no longer belong to the user. */
  readonly formerAddresses?: readonly string[]
}

/** Notifies all verified e-mails of a user, after commit, that their sign-in methods changed. */
export async function tellSignInChange(
  services: Pick<Services, 'jobs' | 'options'>,
  transaction: Transaction<AccountTables>,
  { project, userId, change, call, formerAddresses = [] }: ChangedSignIn,
): Promise<void> {
  const channels = await listChannels(transaction, project.id, { userId })
  const verified = channels.filter(({ is_verified }) => is_verified).map(({ value }) => value)
  for (const to of new Set([...verified, ...formerAddresses]))
    await enqueueEmail(services, transaction, {
      project,
      to,
      acceptLanguage: call.acceptLanguage,
      template: 'sign-in-changed',
      variables: { change },
    })
}

/** The e-mail of a channel that is about to be removed or replaced, if verified: it is notified too. */
export function formerAddressesOf({ value, is_verified }: Channel): string[] {
  return is_verified ? [value] : []
}
