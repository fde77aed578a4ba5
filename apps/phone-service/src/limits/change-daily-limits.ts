import type { ResponseOf } from '@parley/contract'
import { type dailyLimits, PhoneError } from '@parley/contract/phone'
import { isTimeZone } from '@parley/primitives'
import { sql } from 'kysely'
import { lockPriceTable } from '../prices/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findDailyLimits, saveDailyLimits } from './records/index.ts'

type GetDailyLimits = typeof dailyLimits.getDailyLimits
type UpdateDailyLimits = typeof dailyLimits.updateDailyLimits

export async function getDailyLimits(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<GetDailyLimits>,
): Promise<ResponseOf<GetDailyLimits>> {
  return { limits: await findDailyLimits(database, user.workspaceId) }
}

export async function updateDailyLimits(
  { database, log }: Pick<Services, 'database' | 'log'>,
  { user, body, transaction }: PhoneRequest<UpdateDailyLimits>,
): Promise<ResponseOf<UpdateDailyLimits>> {
  const { workspaceId, userId } = user
  await checkTimeZone(database, body.timeZone)
  await transaction(async (changes) => {
    if (body.spendPerDay !== null && !(await lockPriceTable(changes, workspaceId)))
      throw new PhoneError('SPEND_LIMIT_NEEDS_PRICES')
    await saveDailyLimits(changes, workspaceId, body)
    await changes.audit('daily_limits.updated', { type: 'workspace', id: workspaceId }, { ...body })
  })
  log.info('daily_limits.updated', { workspaceId, userId })
  return body
}

/** Throws unless both Node.js and PostgreSQL know a time zone: both compute the day of a call. */
async function checkTimeZone(database: Services['database'], timeZone: string): Promise<void> {
  const unknown = new PhoneError('SCHEMA_ERROR', { message: 'body.timeZone: unknown time zone.' })
  if (!isTimeZone(timeZone)) throw unknown
  await sql`select now() at time zone ${timeZone}`.execute(database).catch(() => {
    throw unknown
  })
}
