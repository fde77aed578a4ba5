import type { ResponseOf } from '@parley/contract'
import type { me } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findUserSettings } from './records/index.ts'

type GetUserSettings = typeof me.getUserSettings

export async function getUserSettings(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<GetUserSettings>,
): Promise<ResponseOf<GetUserSettings>> {
  return await findUserSettings(database, user.userId)
}
