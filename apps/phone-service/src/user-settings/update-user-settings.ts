import type { ResponseOf } from '@parley/contract'
import type { me } from '@parley/contract/phone'
import type { PresenceService } from '../presence/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { saveUserSettings } from './records/index.ts'

type UpdateUserSettings = typeof me.updateUserSettings

export async function updateUserSettings(
  { database, presence }: Pick<Services, 'database'> & PresenceService,
  { user, body }: PhoneRequest<UpdateUserSettings>,
): Promise<ResponseOf<UpdateUserSettings>> {
  const saved = await saveUserSettings(database, user.userId, body)
  if (body.presence !== undefined) await presence.applySetting(user.userId)
  return saved
}
