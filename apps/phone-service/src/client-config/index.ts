import type { PhoneHandlers } from '../request-context/index.ts'
import { getClientConfig } from './get-client-config.ts'

export type { ClientConfig } from './get-client-config.ts'

export const clientConfigHandlers = {
  'GET /client-config': getClientConfig,
} satisfies Partial<PhoneHandlers>
