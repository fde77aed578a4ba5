import type { oauthProviders } from '@parley/contract/account'
import type { z } from 'zod'
import type { Connection } from '../connections/index.ts'

/** Serialises a linked account for servers; clients receive fewer fields. */
export function serializeConnection(
  connection: Connection,
): z.infer<typeof oauthProviders.serverOauthProvider> {
  const { email } = connection
  return {
    id: connection.id,
    user_id: connection.userId,
    type: connection.providerId,
    account_id: connection.accountId,
    ...(email === null ? {} : { email }),
    allow_sign_in: connection.allowSignIn,
    allow_connected_accounts: connection.allowConnectedAccounts,
  }
}
