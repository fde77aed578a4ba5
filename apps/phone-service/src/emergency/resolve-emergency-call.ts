import { parseNumber } from '../numbering-plan/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listTrunkNumbers } from '../trunks/index.ts'
import { findEmergencyRoute } from './emergency-routes.ts'

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
  return parsed.kind === 'emergency' ? await toEmergencyCall(deps, workspaceId, parsed.number) : null
}

/**
 * Returns the call to the test number of the emergency route; null when emergency numbers cannot be called: the
 * workspace has no route, or no number at which the emergency services call back.
 */
export async function findEmergencyTest(
  { database }: Pick<Services, 'database'>,
  workspaceId: string,
): Promise<EmergencyCall | null> {
  const route = await findEmergencyRoute(database, workspaceId)
  return route && (await toEmergencyCall({ database }, workspaceId, route.testNumber))
}

async function toEmergencyCall(
  { database }: Pick<Services, 'database'>,
  workspaceId: string,
  number: string,
): Promise<EmergencyCall | null> {
  const route = await findEmergencyRoute(database, workspaceId)
  if (!route) return null
  const numbers = await listTrunkNumbers(database, workspaceId)
  const own = numbers.find(({ trunkId }) => trunkId === route.trunkId) ?? numbers[0]
  return own ? { number, from: own.number, trunkId: route.trunkId } : null
}
