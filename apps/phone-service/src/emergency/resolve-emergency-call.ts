import { getOrCreateLimits } from '../limits/index.ts'
import { isEmergencyNumberIn, parseNumber } from '../numbering-plan/index.ts'
import type { AuthenticationService, CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { areTrunksLastGranted, listTrunkNumbers } from '../trunks/index.ts'
import { type EmergencyRoute, findEmergencyRoute } from './records/index.ts'

/** A call through the emergency route. */
export interface EmergencyCall {
  readonly number: string
  readonly from: string
  readonly trunkId: string
}

type Deps = Pick<Services, 'database' | 'settings'> & AuthenticationService

/**
 * Returns the call to an emergency number of the home country, or of the country of its caller ID, in which the address
 * of the route is. Returns null for other numbers, which avoid no limit, and when no such call is possible.
 */
export async function resolveEmergencyCall(
  deps: Deps,
  { workspaceId }: CurrentUser,
  typed: string,
): Promise<EmergencyCall | null> {
  const { homeCountry } = await getOrCreateLimits(deps, workspaceId)
  const parsed = parseNumber(typed, homeCountry)
  if (parsed.kind !== 'emergency') return null
  const call = await callThroughRoute(deps, workspaceId, () => parsed.number)
  if (!call) return null
  const caller = parseNumber(call.from, homeCountry)
  const countries = caller.kind === 'number' && caller.country ? [homeCountry, caller.country] : [homeCountry]
  return countries.some((country) => isEmergencyNumberIn(country, parsed.number)) ? call : null
}

/** Returns the call to the test number of the emergency route; null when emergency numbers cannot be called. */
export async function findEmergencyTest(
  deps: Pick<Services, 'database'> & AuthenticationService,
  workspaceId: string,
): Promise<EmergencyCall | null> {
  return await callThroughRoute(deps, workspaceId, ({ testNumber }) => testNumber)
}

/**
 * Returns the call to the number that `choose` returns for the emergency route; null for a workspace without a route, or
 * whose route cannot be used: the operator denies the workspace its trunks, or the trunk of the route has no number at
 * which the emergency services call back. A trunk that is not registered at the moment is tried.
 */
async function callThroughRoute(
  deps: Pick<Services, 'database'> & AuthenticationService,
  workspaceId: string,
  choose: (route: EmergencyRoute) => string,
): Promise<EmergencyCall | null> {
  const { database } = deps
  const route = await findEmergencyRoute(database, workspaceId)
  if (!route || !(await areTrunksLastGranted(deps, workspaceId))) return null
  const { trunkId } = route
  const own = (await listTrunkNumbers(database, workspaceId)).find((number) => number.trunkId === trunkId)
  return own ? { number: choose(route), from: own.number, trunkId } : null
}
