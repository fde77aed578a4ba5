import { required } from '@parley/primitives'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { accountsSchema, type Database } from '../platform/database/index.ts'
import type { User } from './records/index.ts'

export interface UserFilter {
  readonly teamId?: string
  /** Part of a name or an e-mail, case-insensitive, or a user id. Empty text matches all users. */
  readonly text?: string
  readonly includesAnonymous: boolean
  readonly includesRegular: boolean
  readonly orderBy: 'signed_up_at' | 'last_active_at'
  readonly order: 'oldest-first' | 'latest-first'
  /** The first user of the page. */
  readonly from?: Pick<User, 'id' | 'signedUpAt' | 'lastActiveAt'>
  readonly limit: number
}

type Condition = RawBuilder<SqlBool>

const users = sql.id(accountsSchema, 'users')
const usersTable = `${accountsSchema}.users`
const memberships = sql.id(accountsSchema, 'team_memberships')
const activity = sql.id(accountsSchema, 'user_activity')
const indexedGrams = sql`${sql.id(accountsSchema, 'grams_of')}(search_text)`
const anyUser: Condition = sql`true`

/** Number of rows that are sampled first. */
const sampleSize = 2_000

/** Cost of fetching a user found by the index, in units of scanned rows. */
const indexFetchCost = 6

/**
 * Lists user ids of a project, ordered by sign-up time or last activity, and then by id.
 *
 * A term that matches many users is found fastest by a scan in list order, a rare one by the index.
 * Selectivity is unknown, so a sample of the first rows chooses the plan.
 */
export async function searchUsers(
  database: Database,
  projectId: string,
  filter: UserFilter,
): Promise<string[]> {
  const { text = '', teamId, limit } = filter
  if (filter.orderBy === 'last_active_at') return await listByActivity(database, projectId, filter)
  const isOfProject: Condition = sql`project_id = ${projectId} and ${hasAnonymity(filter)} and ${isAtOrAfterCursor(filter, filter.from?.signedUpAt)}`
  const isMember = teamId === undefined ? anyUser : createMembershipCondition(teamId)
  const order = toOrderBy(filter)

  if (text === '' && teamId === undefined)
    return await queryIds(
      database,
      sql`select id from ${users} where ${isOfProject} order by ${order} limit ${limit}`,
    )

  const { matchesTerm, matchesTermByIndex } = toMatchConditions(text)
  const matchesFilter: Condition = sql`${isMember} and ${matchesTerm}`
  const sample = await sampleUsers(database, { isOfProject, matchesFilter, order, limit, teamId })
  if (sample.isWholePage) return sample.ids

  // The index returns all matches, scattered over the table, to fill a single page.
  const found = sample.ids.length
  const rowsToScan = (sampleSize * limit) / found
  const rowsToFetch = (sample.users * found) / sampleSize
  if (rowsToScan < rowsToFetch * indexFetchCost) {
    const page = await queryIds(
      database,
      sql`select id from (
        select id, signed_up_at, search_text from ${users}
        where ${isOfProject} order by ${order} limit ${Math.ceil(2 * rowsToScan)}
      ) looked
      where ${matchesFilter} order by ${order} limit ${limit}`,
    )
    if (page.length === limit) return page
  }

  const startsFromTeam = teamId !== undefined && (sample.members <= sampleSize || matchesTermByIndex === null)
  // The index does not cover one or two characters: scan as far as the page needs.
  if (!startsFromTeam && matchesTermByIndex === null)
    return await queryIds(
      database,
      sql`select id from ${users} where ${isOfProject} and ${matchesTerm} order by ${order} limit ${limit}`,
    )
  // Materialised, because the `order by` would otherwise lead the planner to a full scan.
  return await queryIds(
    database,
    sql`with found as materialized (
      select id, signed_up_at from ${users}
      where ${isOfProject} and ${isMember} and ${startsFromTeam ? matchesTerm : matchesTermByIndex}
    )
    select id from found order by ${order} limit ${limit}`,
  )
}

interface SampleQuery {
  readonly isOfProject: Condition
  readonly matchesFilter: Condition
  readonly order: RawBuilder<unknown>
  readonly limit: number
  readonly teamId: string | undefined
}

/** Returns which of the first users match, and estimates of the number of users and team members. */
async function sampleUsers(
  database: Database,
  { isOfProject, matchesFilter, order, limit, teamId }: SampleQuery,
): Promise<{ ids: string[]; isWholePage: boolean; users: number; members: number }> {
  const ofTeam = sql`select from ${memberships} where team_id = ${teamId} limit ${sampleSize + 1}`
  const { rows } = await sql<{ ids: string[]; sampledRows: number; users: number; members: number }>`
    with looked as (
      select id, signed_up_at, search_text from ${users} where ${isOfProject} order by ${order} limit ${sampleSize}
    )
    select
      array(select id from looked where ${matchesFilter} order by ${order} limit ${limit})::text[] as ids,
      (select count(*)::int from looked) as "sampledRows",
      (select reltuples::int from pg_class where oid = ${usersTable}::regclass) as users,
      ${teamId === undefined ? sql`0` : sql`(select count(*)::int from (${ofTeam}) member)`} as members`.execute(
    database,
  )
  const { ids, sampledRows, ...counts } = required(rows[0], 'a row')
  return { ids, isWholePage: ids.length === limit || sampledRows < sampleSize, ...counts }
}

/**
 * Reads all users that match: a user without activity counts as active at sign-up, so no index has this
 * order.
 */
async function listByActivity(database: Database, projectId: string, filter: UserFilter): Promise<string[]> {
  const { text = '', teamId, limit, from } = filter
  const { matchesTerm, matchesTermByIndex } = toMatchConditions(text)
  const isMember = teamId === undefined ? anyUser : createMembershipCondition(teamId)
  // The alias `signed_up_at` is the time by which the shared conditions order.
  return await queryIds(
    database,
    sql`with matching as (
      select id, signed_up_at from ${users}
      where project_id = ${projectId} and ${hasAnonymity(filter)} and ${isMember}
        and ${matchesTermByIndex ?? matchesTerm}
    ), active as (
      select id, coalesce(last_active_at, signed_up_at) as signed_up_at
      from matching left join ${activity} on user_id = id
    )
    select id from active where ${isAtOrAfterCursor(filter, from?.lastActiveAt)}
    order by ${toOrderBy(filter)} limit ${limit}`,
  )
}

function hasAnonymity({ includesAnonymous, includesRegular }: UserFilter): Condition {
  if (includesAnonymous && includesRegular) return anyUser
  return sql`((${includesAnonymous} and is_anonymous) or (${includesRegular} and not is_anonymous))`
}

function toOrderBy({ order }: UserFilter) {
  return order === 'latest-first' ? sql`signed_up_at desc, id desc` : sql`signed_up_at, id`
}

function isAtOrAfterCursor({ order, from }: UserFilter, time: Date | undefined): Condition {
  if (!from || !time) return anyUser
  const isAfter = order === 'latest-first' ? sql`<=` : sql`>=`
  return sql`(signed_up_at, id) ${isAfter} (${time}, ${from.id})`
}

function createMembershipCondition(teamId: string): Condition {
  return sql`id in (select user_id from ${memberships} where team_id = ${teamId})`
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Conditions for matching a term: one for a scan, and one that uses the index, or null when the term is too
 * short for it.
 */
function toMatchConditions(text: string): { matchesTerm: Condition; matchesTermByIndex: Condition | null } {
  // Folded like the indexed column.
  const folded = text.normalize('NFKC').toLowerCase()
  if (folded === '') return { matchesTerm: anyUser, matchesTermByIndex: null }

  const grams = toGrams(folded)
  const isPart: Condition = sql`strpos(search_text, ${folded}) > 0`
  const isIndexedPart: Condition = sql`${indexedGrams} @> ${grams}::text[] and ${isPart}`
  const id = folded.replaceAll(/[^\w.-]/g, '')
  const orHasId = (condition: Condition): Condition =>
    uuidPattern.test(id) ? sql`(${condition} or id = ${id})` : condition
  return {
    matchesTerm: orHasId(isPart),
    matchesTermByIndex: grams.length === 0 ? null : orHasId(sql`(${isIndexedPart})`),
  }
}

/**
 * Returns the substrings that the index is searched for: of length five (three for short terms), as few as
 * cover the term.
 */
function toGrams(text: string): string[] {
  const characters = [...text]
  const size = characters.length < 5 ? 3 : 5
  const last = characters.length - size
  if (last < 0) return []
  const offsets = Array.from({ length: Math.ceil(last / size) }, (_, index) => index * size)
  return [...new Set([...offsets, last].map((offset) => characters.slice(offset, offset + size).join('')))]
}

async function queryIds(database: Database, query: RawBuilder<{ id: string }>): Promise<string[]> {
  const { rows } = await query.execute(database)
  return rows.map(({ id }) => id)
}
