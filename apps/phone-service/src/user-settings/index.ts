import type { SimulatedPstnService } from '../numbers/index.ts'
import type { PresenceService } from '../presence/index.ts'
import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { getUserSettings } from './get-user-settings.ts'
import { updateUserSettings } from './update-user-settings.ts'

export const userSettingsHandlers = {
  'GET /me/settings': getUserSettings,
  'PATCH /me/settings': updateUserSettings,
} satisfies Partial<PhoneHandlers<Services & PresenceService & SimulatedPstnService & AuthenticationService>>
