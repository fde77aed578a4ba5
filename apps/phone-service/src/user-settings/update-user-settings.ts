import type { ResponseOf } from '@parley/contract'
import type { me } from '@parley/contract/phone'
import { requireForwardingAllowed, type SimulatedPstnService } from '../numbers/index.ts'
import type { PresenceService } from '../presence/index.ts'
import type { AuthenticationService, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { saveUserSettings } from './records/index.ts'

type UpdateUserSettings = typeof me.updateUserSettings

/** Changes settings of a user, who may forward calls to the numbers that they may call. */
export async function updateUserSettings(
  services: Services & PresenceService & SimulatedPstnService & AuthenticationService,
  { user, body }: PhoneRequest<UpdateUserSettings>,
): Promise<ResponseOf<UpdateUserSettings>> {
  const { database, presence } = services
  if (body.forwarding) await requireForwardingAllowed(services, user, body.forwarding.number)
  const saved = await saveUserSettings(database, user.userId, body)
  if (body.presence !== undefined) await presence.applySetting(user.userId)
  return saved
}
