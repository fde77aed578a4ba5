import { parseNumber } from '../numbering-plan/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listTrunkNumbers } from '../trunks/index.ts'
import { type EmergencyRoute, findEmergencyRoute } from './records/index.ts'

/** A call through the emergency route. */
export interface EmergencyCall {
  readonly number: string
  readonly from: string
  readonly trunkId: string
}

type Deps = Pick<Services, 'database' | 'settings'>

/** Returns the call to an emergency number; null for other numbers, and when no such call is possible. */
export async function resolveEmergencyCall(
  deps: Deps,
  { workspaceId }: CurrentUser,
  typed: string,
): Promise<EmergencyCall | null> {
  const parsed = parseNumber(typed, deps.settings.homeCountry)
  if (parsed.kind !== 'emergency') return null
  return await callThroughRoute(deps.database, workspaceId, () => parsed.number)
}

/**
 * Returns the call to the test number of the emergency route; null when emergency numbers cannot be called: the
 * workspace has no route, or no number at which the emergency services call back.
 */
export async function findEmergencyTest(
  { database }: Pick<Services, 'database'>,
  workspaceId: string,
): Promise<EmergencyCall | null> {
  return await callThroughRoute(database, workspaceId, ({ testNumber }) => testNumber)
}

/** Returns the call to the number that `choose` returns for the emergency route; null for a workspace without a route. */
async function callThroughRoute(
  database: Services['database'],
  workspaceId: string,
  choose: (route: EmergencyRoute) => string,
): Promise<EmergencyCall | null> {
  const route = await findEmergencyRoute(database, workspaceId)
  if (!route) return null
  const numbers = await listTrunkNumbers(database, workspaceId)
  const own = numbers.find(({ trunkId }) => trunkId === route.trunkId) ?? numbers[0]
  return own ? { number: choose(route), from: own.number, trunkId: route.trunkId } : null
}
