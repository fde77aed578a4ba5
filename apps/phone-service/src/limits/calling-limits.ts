import type { AnnouncementLanguage } from '@parley/call-engine'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import type { Services } from '../services.ts'
import { selectTrunkWorkspaces } from '../trunks/records/index.ts'
import { releaseEmergencySlots } from './emergency-slots.ts'
import { releaseAnsweredSlots } from './records/index.ts'

type Database = Kysely<PhoneTables>

export interface CallingLimits {
  readonly homeCountry: string
  readonly allowedCountries: readonly string[]
  readonly callsPerMinute: number
  readonly concurrentCalls: number
  /** Display name of outgoing calls on trunks; null to send the number alone. */
  readonly callerName: string | null
}

interface StoredLimits extends CallingLimits {
  /** Whether an administrator has chosen the home country. */
  readonly isHomeCountryChosen: boolean
  /** The language that an administrator has chosen; null before. */
  readonly chosenLanguage: AnnouncementLanguage | null
}

/** Limits of a new workspace: its home country only, and caps for a team of ten. */
function defaultLimits(homeCountry: string): CallingLimits {
  return {
    homeCountry,
    allowedCountries: [homeCountry],
    callsPerMinute: 30,
    concurrentCalls: 10,
    callerName: null,
  }
}

/** Returns the limits of a workspace. The first call inserts the row with the defaults. */
export async function getOrCreateLimits(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  workspaceId: string,
): Promise<StoredLimits> {
  const stored = await readLimits(database, workspaceId)
  return stored ?? (await createLimits(database, workspaceId, defaultLimits(settings.homeCountry)))
}

async function readLimits(database: Database, workspaceId: string): Promise<StoredLimits | null> {
  const row = await database
    .selectFrom('calling_limits')
    .select([
      'home_country',
      'allowed_countries',
      'calls_per_minute',
      'concurrent_calls',
      'caller_name',
      'home_country_chosen',
      'language',
    ])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  if (!row) return null
  return {
    homeCountry: row.home_country,
    allowedCountries: row.allowed_countries,
    callsPerMinute: row.calls_per_minute,
    concurrentCalls: row.concurrent_calls,
    callerName: row.caller_name,
    isHomeCountryChosen: row.home_country_chosen,
    chosenLanguage: row.language,
  }
}

async function createLimits(
  database: Database,
  workspaceId: string,
  limits: CallingLimits,
): Promise<StoredLimits> {
  await database
    .insertInto('calling_limits')
    .values({ workspace_id: workspaceId, ...toRow(limits), recent_starts: [], slot_ids: [] })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (
    (await readLimits(database, workspaceId)) ?? {
      ...limits,
      isHomeCountryChosen: false,
      chosenLanguage: null,
    }
  )
}

/** Returns the home country of a workspace, or null when its limits are not stored yet. */
export async function findHomeCountry(database: Database, workspaceId: string): Promise<string | null> {
  const row = await database
    .selectFrom('calling_limits')
    .select('home_country')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row?.home_country ?? null
}

export async function saveLimits(
  database: Database,
  workspaceId: string,
  limits: CallingLimits,
): Promise<void> {
  await database
    .updateTable('calling_limits')
    .set(toRow(limits))
    .where('workspace_id', '=', workspaceId)
    .execute()
}

export async function saveHomeCountry(
  database: Database,
  workspaceId: string,
  { homeCountry, allowedCountries }: Pick<CallingLimits, 'homeCountry' | 'allowedCountries'>,
): Promise<void> {
  await database
    .updateTable('calling_limits')
    .set({
      home_country: homeCountry,
      allowed_countries: [...allowedCountries],
      home_country_chosen: true,
    })
    .where('workspace_id', '=', workspaceId)
    .execute()
}

/** Returns the language that an administrator of a workspace has chosen, or null. */
export async function findChosenLanguage(
  database: Database,
  workspaceId: string,
): Promise<AnnouncementLanguage | null> {
  const row = await database
    .selectFrom('calling_limits')
    .select('language')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row?.language ?? null
}

export async function saveLanguage(
  database: Database,
  workspaceId: string,
  language: AnnouncementLanguage,
): Promise<void> {
  await database
    .updateTable('calling_limits')
    .set({ language })
    .where('workspace_id', '=', workspaceId)
    .execute()
}

/** A workspace with fewer calls than this gets each free slot: as many as a new workspace may have. */
const unconditionalSlots = 10

/**
 * Returns whether a workspace may reserve one of the `max` slots of all workspaces. Until the end of the
 * transaction no other one can reserve a slot, so that concurrent requests never exceed the maximum.
 *
 * Workspaces without a trunk, which everyone can create, get half of the slots. A workspace with many calls
 * gets another one while more are free than it has, so that it leaves some to the others.
 */
export async function lockFreeSlot(
  transaction: Database,
  { workspaceId, max }: { readonly workspaceId: string; readonly max: number },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('call slots', 0))`.execute(transaction)
  const workspacesWithTrunk = selectTrunkWorkspaces(transaction)
  const withTrunk = sql<boolean>`workspace_id in ${workspacesWithTrunk}`
  const sumOfSlots = (condition: RawBuilder<boolean>) =>
    sql<number>`coalesce(sum(cardinality(slot_ids)) filter (where ${condition}), 0)::int`
  const reserved = await transaction
    .selectFrom('calling_limits')
    .select([
      sumOfSlots(withTrunk).as('withTrunk'),
      sumOfSlots(sql`not ${withTrunk}`).as('withoutTrunk'),
      sumOfSlots(sql`workspace_id = ${workspaceId}`).as('own'),
      sql<boolean>`${workspaceId} in ${workspacesWithTrunk}`.as('hasTrunk'),
    ])
    // The index has only these workspaces: at most `max`, however many there are.
    .where(sql<boolean>`cardinality(slot_ids) > 0`)
    .executeTakeFirstOrThrow()
  return isSlotFree({ ...reserved, max })
}

interface ReservedSlots {
  readonly max: number
  /** Of all workspaces with a trunk, and of those without. */
  readonly withTrunk: number
  readonly withoutTrunk: number
  /** Of the workspace. */
  readonly own: number
  readonly hasTrunk: boolean
}

/** Returns whether a workspace gets another slot, see {@link lockFreeSlot}. */
export function isSlotFree({ max, withTrunk, withoutTrunk, own, hasTrunk }: ReservedSlots): boolean {
  const free = max - withTrunk - withoutTrunk
  const usable = hasTrunk ? free : Math.min(free, Math.ceil(max / 2) - withoutTrunk)
  return usable > 0 && (own < unconditionalSlots || usable > own)
}

/**
 * Reserves a slot if both caps allow it. Returns whether it was reserved.
 *
 * One conditional statement checks and counts: PostgreSQL evaluates the condition again on a row that a
 * concurrent statement has changed, so concurrent requests never exceed the caps.
 */
export async function reserveSlot(
  database: Database,
  { workspaceId, slotId, now }: { workspaceId: string; slotId: string; now: Date },
): Promise<boolean> {
  const recentStarts = sql`
    select start from unnest(recent_starts) start where start > ${now}::timestamptz - interval '1 minute'`
  const result = await database
    .updateTable('calling_limits')
    .set({
      slot_ids: sql<string[]>`array_append(slot_ids, ${slotId}::uuid)`,
      recent_starts: sql<Date[]>`array_append(array(${recentStarts}), ${now}::timestamptz)`,
    })
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`cardinality(slot_ids) < concurrent_calls`)
    .where(sql<boolean>`cardinality(array(${recentStarts})) < calls_per_minute`)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Releases slots, also those of emergency calls and of answered calls. Slots that were already released are ignored. */
export async function releaseSlots(
  database: Database,
  workspaceId: string,
  slotIds: readonly string[],
): Promise<void> {
  if (slotIds.length === 0) return
  await releaseEmergencySlots(database, slotIds)
  await releaseAnsweredSlots(database, slotIds)
  await database
    .updateTable('calling_limits')
    .set({
      slot_ids: sql<string[]>`
        array(select slot from unnest(slot_ids) slot where slot <> all(${[...slotIds]}::uuid[]))`,
    })
    .where('workspace_id', '=', workspaceId)
    .execute()
}

/** Returns the cap that is reached now, or null when neither is. */
export async function findReachedCap(
  database: Database,
  workspaceId: string,
  now: Date,
): Promise<{ cap: 'concurrent' | 'per-minute'; limit: number; freeAgainInMs: number } | null> {
  const row = await database
    .selectFrom('calling_limits')
    .select(['recent_starts', 'slot_ids', 'calls_per_minute', 'concurrent_calls'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  if (!row) return null
  if (row.slot_ids.length >= row.concurrent_calls) {
    return { cap: 'concurrent', limit: row.concurrent_calls, freeAgainInMs: 0 }
  }
  const minuteAgo = now.getTime() - 60_000
  const recent = row.recent_starts.map((start) => start.getTime()).filter((start) => start > minuteAgo)
  const oldestThatCounts = recent.toSorted((a, b) => a - b).at(-row.calls_per_minute)
  if (oldestThatCounts === undefined) return null
  return { cap: 'per-minute', limit: row.calls_per_minute, freeAgainInMs: oldestThatCounts - minuteAgo }
}

function toRow(limits: CallingLimits) {
  return {
    home_country: limits.homeCountry,
    allowed_countries: [...new Set(limits.allowedCountries)],
    calls_per_minute: limits.callsPerMinute,
    concurrent_calls: limits.concurrentCalls,
    caller_name: limits.callerName,
  }
}

/** Deletes the calling limits of a deleted workspace. */
export async function deleteCallingLimits(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('calling_limits').where('workspace_id', '=', workspaceId).execute()
}
