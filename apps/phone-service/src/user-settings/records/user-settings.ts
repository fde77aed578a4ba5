import type { me } from '@parley/contract/phone'
import { type ExpressionBuilder, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>
type UserSettings = me.UserSettings

const columns = [
  'presence',
  'notifications',
  'ringtone',
  'ring_volume',
  'theme',
  'missed_call_mails',
  'do_not_disturb',
  'do_not_disturb_until',
  'ring_seconds',
  'voicemail',
  'forwarding_when',
  'forwarding_number',
  'time_zone',
] as const

/** The settings of a user who has never changed one: the defaults of the columns. */
const defaultSettings: UserSettings = {
  presence: 'shown',
  notifications: 'on',
  ringtone: 'classic',
  ringVolume: 100,
  theme: 'system',
  missedCallMails: 'off',
  doNotDisturb: 'off',
  doNotDisturbUntil: null,
  ringSeconds: null,
  voicemail: 'on',
  forwarding: null,
  timeZone: null,
}

export async function findUserSettings(database: Database, userId: string): Promise<UserSettings> {
  const row = await database
    .selectFrom('user_settings')
    .select(columns)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? toUserSettings(row) : defaultSettings
}

/**
 * Returns about which missed calls the users want e-mails: their own choice, or that of the workspace for those who have
 * not chosen.
 */
export async function listMissedCallMailSettings(
  database: Database,
  userIds: readonly string[],
  ofWorkspace: UserSettings['missedCallMails'],
): Promise<Map<string, UserSettings['missedCallMails']>> {
  if (userIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('user_settings')
    .select(['user_id', 'missed_call_mails', 'changed_at'])
    .where('user_id', 'in', userIds)
    .execute()
  // Changes of earlier versions are not in `changed_at`: any value but the default was chosen.
  const chosen = rows.filter(
    (row) => row.missed_call_mails !== 'off' || 'missed_call_mails' in row.changed_at,
  )
  const settings = new Map(userIds.map((userId) => [userId, ofWorkspace]))
  for (const row of chosen) settings.set(row.user_id, row.missed_call_mails)
  return settings
}

/** Returns those of the users for whom no call rings at a time. */
export async function listDoNotDisturbUsers(
  database: Database,
  userIds: readonly string[],
  at: Date,
): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await database
    .selectFrom('user_settings')
    .select('user_id')
    .where((is) => isDoNotDisturb(is, at))
    .where('user_id', 'in', userIds)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Why a user is not shown as free: they hide their presence, or no call rings for them. */
export type PresenceSetting = 'hidden' | 'do-not-disturb'

/** Returns those of the users who hide their presence, or for whom no call rings at a time. */
export async function listPresenceSettings(
  database: Database,
  userIds: readonly string[] | 'all',
  at: Date,
): Promise<Map<string, PresenceSetting>> {
  const rows = await database
    .selectFrom('user_settings')
    .select(['user_id', 'presence'])
    .where((is) => is.or([is('presence', '=', 'hidden'), isDoNotDisturb(is, at)]))
    .$if(userIds !== 'all', (query) => query.where('user_id', 'in', [...userIds]))
    .execute()
  return new Map(
    rows.map(({ user_id, presence }) => [user_id, presence === 'hidden' ? 'hidden' : 'do-not-disturb']),
  )
}

function isDoNotDisturb(is: ExpressionBuilder<PhoneTables, 'user_settings'>, at: Date) {
  return is.and([
    is('do_not_disturb', '=', 'on'),
    is.or([is('do_not_disturb_until', 'is', null), is('do_not_disturb_until', '>', at)]),
  ])
}

/** Changes settings of a user. Returns all of them. */
export async function saveUserSettings(
  database: Database,
  userId: string,
  changes: Partial<UserSettings>,
  now: Date,
): Promise<UserSettings> {
  // An update without columns is invalid.
  if (Object.keys(changes).length === 0) return await findUserSettings(database, userId)
  const row = toRow(changes)
  const changed = columns.filter((column) => row[column] !== undefined)
  const changedAt = JSON.stringify(Object.fromEntries(changed.map((column) => [column, now.getTime()])))
  const saved = await database
    .insertInto('user_settings')
    .values({ user_id: userId, ...row, changed_at: changedAt })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ ...row, changed_at: sql`user_settings.changed_at || excluded.changed_at` }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toUserSettings(saved)
}

/** Sets the settings of a user that were last changed up to `until` to their defaults. */
export async function deleteUserSettings(database: Database, userId: string, until: Date): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('user_settings')
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirst()
    const retained = columns.filter((column) => (row?.changed_at[column] ?? 0) > until.getTime())
    if (!row || retained.length === 0) return
    const values = Object.fromEntries(retained.map((column) => [column, row[column]]))
    const changedAt = Object.fromEntries(retained.map((column) => [column, row.changed_at[column]]))
    await transaction
      .insertInto('user_settings')
      .values({ user_id: userId, ...values, changed_at: JSON.stringify(changedAt) })
      .execute()
  })
}

/** Settings that are undefined do not change. */
function toRow({
  ringVolume,
  missedCallMails,
  doNotDisturb,
  doNotDisturbUntil,
  ringSeconds,
  forwarding,
  timeZone,
  ...others
}: Partial<UserSettings>) {
  return {
    ...others,
    ring_volume: ringVolume,
    missed_call_mails: missedCallMails,
    do_not_disturb: doNotDisturb,
    do_not_disturb_until:
      typeof doNotDisturbUntil === 'number' ? new Date(doNotDisturbUntil) : doNotDisturbUntil,
    ring_seconds: ringSeconds,
    forwarding_when: forwarding === null ? null : forwarding?.when,
    forwarding_number: forwarding === null ? null : forwarding?.number,
    time_zone: timeZone,
  } satisfies Updateable<PhoneTables['user_settings']>
}

type SettingsRow = Pick<Selectable<PhoneTables['user_settings']>, (typeof columns)[number]>

function toUserSettings({
  ring_volume,
  missed_call_mails,
  do_not_disturb,
  do_not_disturb_until,
  ring_seconds,
  forwarding_when: when,
  forwarding_number: number,
  time_zone,
  ...others
}: SettingsRow): UserSettings {
  return {
    ...others,
    ringVolume: ring_volume,
    missedCallMails: missed_call_mails,
    doNotDisturb: do_not_disturb,
    doNotDisturbUntil: do_not_disturb_until?.getTime() ?? null,
    ringSeconds: ring_seconds,
    timeZone: time_zone,
    forwarding: when !== null && number !== null ? { when, number } : null,
  }
}
