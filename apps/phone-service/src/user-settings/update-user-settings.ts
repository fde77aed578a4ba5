import type { ResponseOf } from '@parley/contract'
import { type me, PhoneError } from '@parley/contract/phone'
import { isTimeZone } from '@parley/primitives'
import { requireForwardingAllowed, type SimulatedPstnService } from '../numbers/index.ts'
import type { PresenceService } from '../presence/index.ts'
import type { AuthenticationService, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { saveUserSettings } from './records/index.ts'

type UpdateUserSettings = typeof me.updateUserSettings

const noForwarding = { when: null, number: null }

/** Changes settings of a user, who may forward calls to the numbers that they may call. */
export async function updateUserSettings(
  services: Services & PresenceService & SimulatedPstnService & AuthenticationService,
  { user, body, transaction }: PhoneRequest<UpdateUserSettings>,
): Promise<ResponseOf<UpdateUserSettings>> {
  const { userId } = user
  if (body.timeZone && !isTimeZone(body.timeZone))
    throw new PhoneError('SCHEMA_ERROR', { message: 'body.timeZone: unknown time zone.' })
  if (body.forwarding) await requireForwardingAllowed(services, user, new Set([body.forwarding.number]))
  const saved = await transaction(async (changes) => {
    const settings = await saveUserSettings(changes, userId, body, services.now())
    // The workspace pays for forwarded calls.
    if (body.forwarding !== undefined)
      await changes.audit(
        'forwarding.changed',
        { type: 'user', id: userId },
        { ...noForwarding, ...body.forwarding },
      )
    return settings
  })
  const changesPresence = [body.presence, body.doNotDisturb, body.doNotDisturbUntil].some(
    (setting) => setting !== undefined,
  )
  if (changesPresence) await services.presence.applySetting(userId)
  return saved
}
