import type { oauthProviders } from '@parley/contract/account'
import type { z } from 'zod'
import type { Connection } from '../connections/index.ts'

/** Serialises a linked account for servers; clients receive fewer fields. */
export function serializeConnection(
  connection: Connection,
): z.infer<typeof oauthProviders.serverOauthProvider> {
  const { id, user_id, provider_id, account_id, email, allow_sign_in, allow_connected_accounts } = connection
  return {
    id,
    user_id,
    type: provider_id,
    account_id,
    ...(email === null ? {} : { email }),
    allow_sign_in,
    allow_connected_accounts,
  }
}
