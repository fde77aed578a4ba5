import type { ResponseOf } from '@parley/contract'
import { type contacts, PhoneError } from '@parley/contract/phone'
import { parseCursor, serializeCursor } from '../database/cursor.ts'
import { toSortKey } from '../database/search-text.ts'
import { listPersonalNumbers, type SimulatedPstnService } from '../numbers/index.ts'
import { type AuthenticationService, type PhoneRequest, runOrUnreachable } from '../request-context/index.ts'
import type { Services } from '../services.ts'

type ListColleagues = typeof contacts.listColleagues
type Deps = Pick<Services, 'database'> & SimulatedPstnService & AuthenticationService

/** The position of a member in the list: the sort key of the name and the id of the user. */
type Position = readonly [string, string]

/** Returns a page of the other members of the workspace, whose personal numbers the user may call. */
export async function listColleagues(
  { database, simulatedPstn, authentication }: Deps,
  { user, query }: PhoneRequest<ListColleagues>,
): Promise<ResponseOf<ListColleagues>> {
  const after = query.cursor === undefined ? null : parsePosition(query.cursor)
  const [members, numbers] = await Promise.all([
    runOrUnreachable(() => authentication.workspaceMembers.list(user.workspaceId, user.userId)),
    // Without the simulated network, personal numbers of earlier times reach no member.
    simulatedPstn ? listPersonalNumbers(database, user.workspaceId) : new Map<string, string>(),
  ])
  const found = members
    .filter(({ userId }) => userId !== user.userId && (query.user ?? userId) === userId)
    .map(({ userId, name }) => ({ userId, name, number: numbers.get(userId) ?? null }))
    .filter(createMatcher(query.search))
    .map((colleague) => ({ colleague, position: getPosition(colleague) }))
    .filter(({ position }) => after === null || compare(position, after) > 0)
    .sort((one, other) => compare(one.position, other.position))
  const page = found.slice(0, query.limit)
  const last = found.length > page.length ? page.at(-1) : undefined
  return {
    items: page.map(({ colleague }) => colleague),
    nextCursor: last ? serializeCursor(last.position) : null,
  }
}

interface SearchedColleague {
  readonly name: string | null
  readonly number: string | null
}

/** Returns a check of whether a name contains all words of a search, or a number its digits. */
function createMatcher(search: string): (colleague: SearchedColleague) => boolean {
  const words = toSortKey(search).split(' ')
  const digits = /\p{L}/u.test(search) ? '' : search.replace(/\D/g, '')
  return ({ name, number }) => {
    if (digits !== '' && number?.includes(digits)) return true
    const key = toSortKey(name ?? '')
    return words.every((word) => key.includes(word))
  }
}

/** Members without a name are last. */
function getPosition({ name, userId }: { name: string | null; userId: string }): Position {
  return [name === null ? '\uffff' : toSortKey(name), userId]
}

function compare([key, userId]: Position, [otherKey, otherId]: Position): number {
  if (key !== otherKey) return key < otherKey ? -1 : 1
  return userId < otherId ? -1 : userId > otherId ? 1 : 0
}

function parsePosition(cursor: string): Position {
  const [key, userId] = parseCursor(cursor, 2) ?? []
  if (key === undefined || userId === undefined)
    throw new PhoneError('SCHEMA_ERROR', { message: 'query.cursor: invalid cursor.' })
  return [key, userId]
}
