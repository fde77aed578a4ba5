import type { ResponseOf } from '@parley/contract'
import { type contacts, PhoneError } from '@parley/contract/phone'
import { toSortKey } from '../database/search-text.ts'
import { listPersonalNumbers, type SimulatedPstnService } from '../numbers/index.ts'
import {
  AccountServiceUnavailableError,
  type AuthenticationService,
  type PhoneRequest,
} from '../request-context/index.ts'
import type { Services } from '../services.ts'

type ListColleagues = typeof contacts.listColleagues
type Deps = Pick<Services, 'database'> & SimulatedPstnService & AuthenticationService

/** Returns the other members of the workspace, whose personal numbers the user may call. */
export async function listColleagues(
  { database, simulatedPstn, authentication }: Deps,
  { user }: PhoneRequest<ListColleagues>,
): Promise<ResponseOf<ListColleagues>> {
  const [members, numbers] = await Promise.all([
    listMembers(authentication, user),
    // Without the simulated network, personal numbers of earlier times reach no member.
    simulatedPstn ? listPersonalNumbers(database, user.workspaceId) : new Map<string, string>(),
  ])
  const items = members
    .filter(({ userId }) => userId !== user.userId)
    .map(({ userId, name }) => ({ userId, name, number: numbers.get(userId) ?? null }))
  return { items: items.sort((one, other) => compare(toKey(one), toKey(other))) }
}

async function listMembers(
  { workspaceMembers }: AuthenticationService['authentication'],
  { workspaceId, userId }: { workspaceId: string; userId: string },
) {
  try {
    return await workspaceMembers.list(workspaceId, userId)
  } catch (error) {
    if (error instanceof AccountServiceUnavailableError) throw new PhoneError('ACCOUNTS_UNREACHABLE')
    throw error
  }
}

/** Members without a name are last. */
function toKey({ name }: { name: string | null }): string {
  return name === null ? '\uffff' : toSortKey(name)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
