import type { AccountHandlers } from '../../platform/request-context/index.ts'
import { getProviderToken } from './get-provider-token.ts'

export const connectedAccountHandlers = {
  'POST /connected-accounts/{user}/{provider}/access-token': getProviderToken,
} satisfies Partial<AccountHandlers>
