import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { accountsSchema, type Database } from '../database/index.ts'
import type { UserRecord } from './user-records.ts'

export interface UserFilter {
  readonly teamId?: string
  /** Part of a name or an e-mail, case-insensitive, or a user id. Empty text matches all users. */
  readonly text?: string
  readonly order: 'oldest-first' | 'latest-first'
  /** The first user of the page. */
  readonly from?: Pick<UserRecord, 'id' | 'signed_up_at'>
  readonly limit: number
}

type Condition = RawBuilder<SqlBool>

const users = sql.id(accountsSchema, 'users')
const usersTable = `${accountsSchema}.users`
const memberships = sql.id(accountsSchema, 'team_memberships')
const gramsOfText = sql`${sql.id(accountsSchema, 'grams_of')}(search_text)`
const everybody: Condition = sql`true`

/** Number of rows that are sampled first. */
const lookedAt = 2_000

/** Cost of fetching a user found by the index, in units of scanned rows. */
const fetchedCost = 6

/**
 * Lists user ids of a project, ordered by sign-up time and then by id.
 *
 * A term that matches many users is found fastest by a scan in list order, a rare one by the index. Selectivity is
 * unknown, so a sample of the first rows chooses the plan.
 */
export async function searchUsers(
  database: Database,
  projectId: string,
  filter: UserFilter,
): Promise<string[]> {
  const { text = '', teamId, limit } = filter
  const isOfProject: Condition = sql`project_id = ${projectId} and ${isInPlace(filter)}`
  const isMember = teamId === undefined ? everybody : isMemberOf(teamId)
  const order = orderOf(filter)

  if (text === '' && teamId === undefined)
    return await idsOf(
      database,
      sql`select id from ${users} where ${isOfProject} order by ${order} limit ${limit}`,
    )

  const { isMatch, isIndexedMatch } = matching(text)
  const isWanted: Condition = sql`${isMember} and ${isMatch}`
  const near = await lookAtSome(database, { isOfProject, isWanted, order, limit, teamId })
  if (near.isWholePage) return near.ids

  // The index returns all matches, scattered over the table, to fill a single page.
  const found = near.ids.length
  const toLookAt = (lookedAt * limit) / found
  const toFetch = (near.users * found) / lookedAt
  if (toLookAt < toFetch * fetchedCost) {
    const page = await idsOf(
      database,
      sql`select id from (
        select id, signed_up_at, search_text from ${users}
        where ${isOfProject} order by ${order} limit ${Math.ceil(2 * toLookAt)}
      ) looked
      where ${isWanted} order by ${order} limit ${limit}`,
    )
    if (page.length === limit) return page
  }

  const isLed = teamId !== undefined && (near.members <= lookedAt || isIndexedMatch === null)
  // The index does not cover one or two characters: scan as far as the page needs.
  if (!isLed && isIndexedMatch === null)
    return await idsOf(
      database,
      sql`select id from ${users} where ${isOfProject} and ${isMatch} order by ${order} limit ${limit}`,
    )
  // Materialised, because the `order by` would otherwise lead the planner to a full scan.
  return await idsOf(
    database,
    sql`with found as materialized (
      select id, signed_up_at from ${users}
      where ${isOfProject} and ${isMember} and ${isLed ? isMatch : isIndexedMatch}
    )
    select id from found order by ${order} limit ${limit}`,
  )
}

interface Glance {
  readonly isOfProject: Condition
  readonly isWanted: Condition
  readonly order: RawBuilder<unknown>
  readonly limit: number
  readonly teamId: string | undefined
}

/** Returns which of the first users match, and estimates of the number of users and team members. */
async function lookAtSome(
  database: Database,
  { isOfProject, isWanted, order, limit, teamId }: Glance,
): Promise<{ ids: string[]; isWholePage: boolean; users: number; members: number }> {
  const ofTeam = sql`select from ${memberships} where team_id = ${teamId} limit ${lookedAt + 1}`
  const { rows } = await sql<{ ids: string[]; looked: number; users: number; members: number }>`
    with looked as (
      select id, signed_up_at, search_text from ${users} where ${isOfProject} order by ${order} limit ${lookedAt}
    )
    select
      array(select id from looked where ${isWanted} order by ${order} limit ${limit})::text[] as ids,
      (select count(*)::int from looked) as looked,
      (select reltuples::int from pg_class where oid = ${usersTable}::regclass) as users,
      ${teamId === undefined ? sql`0` : sql`(select count(*)::int from (${ofTeam}) member)`} as members`.execute(
    database,
  )
  const { ids, looked, ...counts } = rows[0]!
  return { ids, isWholePage: ids.length === limit || looked < lookedAt, ...counts }
}

function orderOf({ order }: UserFilter) {
  return order === 'latest-first' ? sql`signed_up_at desc, id desc` : sql`signed_up_at, id`
}

function isInPlace({ order, from }: UserFilter): Condition {
  if (!from) return everybody
  const isAfter = order === 'latest-first' ? sql`<=` : sql`>=`
  return sql`(signed_up_at, id) ${isAfter} (${from.signed_up_at}, ${from.id})`
}

function isMemberOf(teamId: string): Condition {
  return sql`id in (select user_id from ${memberships} where team_id = ${teamId})`
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Conditions for matching a term: one for a scan, and one that uses the index, or null when the term is too short
 * for it.
 */
function matching(text: string): { isMatch: Condition; isIndexedMatch: Condition | null } {
  // Folded like the indexed column.
  const folded = text.normalize('NFKC').toLowerCase()
  if (folded === '') return { isMatch: everybody, isIndexedMatch: null }

  const grams = gramsOf(folded)
  const isPart: Condition = sql`strpos(search_text, ${folded}) > 0`
  const isIndexedPart: Condition = sql`${gramsOfText} @> ${grams}::text[] and ${isPart}`
  const id = folded.replaceAll(/[^\w.-]/g, '')
  const orHasId = (condition: Condition): Condition =>
    uuidForm.test(id) ? sql`(${condition} or id = ${id})` : condition
  return {
    isMatch: orHasId(isPart),
    isIndexedMatch: grams.length === 0 ? null : orHasId(sql`(${isIndexedPart})`),
  }
}

/**
 * Returns the substrings that the index is searched for: of length five (three for short terms), as few as cover
 * the term.
 */
function gramsOf(text: string): string[] {
  const characters = [...text]
  const size = characters.length < 5 ? 3 : 5
  const last = characters.length - size
  if (last < 0) return []
  const places = Array.from({ length: Math.ceil(last / size) }, (_, index) => index * size)
  return [...new Set([...places, last].map((place) => characters.slice(place, place + size).join('')))]
}

async function idsOf(database: Database, query: RawBuilder<{ id: string }>): Promise<string[]> {
  const { rows } = await query.execute(database)
  return rows.map(({ id }) => id)
}
