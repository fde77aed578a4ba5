import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface DailyLimits {
  readonly minutesPerDay: number | null
  /** In currency units. */
  readonly spendPerDay: number | null
  readonly timeZone: string
}

/** The time zone of a workspace that has not chosen one. */
export const defaultTimeZone = 'UTC'

const columns = [
  'minutes_per_day as minutesPerDay',
  'spend_per_day as spendPerDay',
  'time_zone as timeZone',
] as const

/** Returns the limits per day of a workspace, or null when it has saved none. */
export async function findDailyLimits(database: Database, workspaceId: string): Promise<DailyLimits | null> {
  const row = await database
    .selectFrom('daily_limits')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Returns the limits per day, and lets no other transaction read them here until this one ends. What the calls
 * of the workspace have reserved cannot change meanwhile.
 */
export async function lockDailyLimits(
  transaction: Database,
  workspaceId: string,
): Promise<DailyLimits | null> {
  const row = await transaction
    .selectFrom('daily_limits')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function saveDailyLimits(
  database: Database,
  workspaceId: string,
  { minutesPerDay, spendPerDay, timeZone }: DailyLimits,
): Promise<void> {
  const row = { minutes_per_day: minutesPerDay, spend_per_day: spendPerDay, time_zone: timeZone }
  await database
    .insertInto('daily_limits')
    .values({ workspace_id: workspaceId, ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute()
}

/** Removes the limit of spending. Returns the other limits, or null when there was none. */
export async function removeSpendLimit(
  transaction: Database,
  workspaceId: string,
): Promise<DailyLimits | null> {
  const row = await transaction
    .updateTable('daily_limits')
    .set({ spend_per_day: null })
    .where('workspace_id', '=', workspaceId)
    .where('spend_per_day', 'is not', null)
    .returning(columns)
    .executeTakeFirst()
  return row ?? null
}

/** Deletes the limits per day of a deleted workspace. */
export async function deleteDailyLimits(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('daily_limits').where('workspace_id', '=', workspaceId).execute()
}
