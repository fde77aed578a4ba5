import type { AccountHandlers } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import type { ProviderService } from '../providers/index.ts'
import { getProviderToken, getProviderTokenOfAccount } from './get-provider-token.ts'
import { listConnectedAccounts } from './list-connected-accounts.ts'

export const connectedAccountHandlers = {
  'GET /connected-accounts/{user}': listConnectedAccounts,
  'POST /connected-accounts/{user}/{provider}/access-token': getProviderToken,
  'POST /connected-accounts/{user}/{provider}/{account}/access-token': getProviderTokenOfAccount,
} satisfies Partial<AccountHandlers<Services & ProviderService>>
