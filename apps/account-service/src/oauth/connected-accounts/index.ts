import type { AccountHandlers } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import type { ProviderService } from '../providers/index.ts'
import { getProviderToken } from './get-provider-token.ts'

export const connectedAccountHandlers = {
  'POST /connected-accounts/{user}/{provider}/access-token': getProviderToken,
} satisfies Partial<AccountHandlers<Services & ProviderService>>
