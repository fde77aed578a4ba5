import type { PhoneHandlers } from '../request-context/index.ts'
import { type ClientConfigService, getClientConfig } from './get-client-config.ts'

export type { ClientConfigService } from './get-client-config.ts'

export const clientConfigHandlers = {
  'GET /client-config': getClientConfig,
} satisfies Partial<PhoneHandlers<ClientConfigService>>
