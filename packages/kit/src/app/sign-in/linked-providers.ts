import { type Result, unwrap } from '@parley/client'
import type { EndpointData, EndpointError } from '../../requests/account-client.ts'
import { refreshAfter } from '../result.ts'
import type { UserDeps } from '../user/user-deps.ts'

/** A provider account linked to the user, with its uses. */
export interface LinkedProvider {
  readonly id: string
  /** The id of the provider. */
  readonly type: string
  readonly userId: string
  /** The id of the account at the provider, which only servers see. */
  readonly accountId?: string
  readonly email: string | undefined
  readonly allowSignIn: boolean
  readonly allowConnectedAccounts: boolean
  update(
    change: LinkedProviderUpdate,
  ): Promise<Result<undefined, EndpointError<'PATCH /oauth-providers/{user}/{id}'>>>
  /** Unlinks the account. */
  delete(): Promise<void>
}

export interface LinkedProviderUpdate {
  readonly allowSignIn?: boolean
  readonly allowConnectedAccounts?: boolean
}

export async function listOAuthProviders(
  deps: UserDeps,
  refresh: () => Promise<void>,
): Promise<LinkedProvider[]> {
  const { core, userId } = deps
  const { items } = unwrap(await core.request('GET /oauth-providers', { query: { user_id: userId } }))
  return items.map((wire) => createLinkedProvider(deps, wire, refresh))
}

function createLinkedProvider(
  { core, userId, refresh }: UserDeps,
  wire: EndpointData<'GET /oauth-providers'>['items'][number],
  refreshList: () => Promise<void>,
): LinkedProvider {
  const params = { user: userId, id: wire.id }
  const refreshBoth = async () => void (await Promise.all([refreshList(), refresh()]))
  return {
    id: wire.id,
    type: wire.type,
    userId: wire.user_id,
    email: wire.email,
    allowSignIn: wire.allow_sign_in,
    allowConnectedAccounts: wire.allow_connected_accounts,
    update({ allowSignIn, allowConnectedAccounts }) {
      const body = { allow_sign_in: allowSignIn, allow_connected_accounts: allowConnectedAccounts }
      return refreshAfter(refreshBoth, core.request('PATCH /oauth-providers/{user}/{id}', { params, body }))
    },
    async delete() {
      unwrap(await core.request('DELETE /oauth-providers/{user}/{id}', { params }))
      await refreshBoth()
    },
  }
}
