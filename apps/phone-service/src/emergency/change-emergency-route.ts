import type { ResponseOf } from '@parley/contract'
import { type emergency, PhoneError } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import { getOrCreateLimits } from '../limits/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findTrunkOwner, listTrunkNumbers, lockTrunk } from '../trunks/index.ts'
import { checkTestNumber } from './check-test-number.ts'
import { deleteEmergencyRouteRow, findEmergencyRoute, saveEmergencyRouteRow } from './records/index.ts'

type GetEmergencyRoute = typeof emergency.getEmergencyRoute
type SaveEmergencyRoute = typeof emergency.saveEmergencyRoute
type DeleteEmergencyRoute = typeof emergency.deleteEmergencyRoute

export async function getEmergencyRoute(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<GetEmergencyRoute>,
): Promise<ResponseOf<GetEmergencyRoute>> {
  return { route: await readRoute(database, user.workspaceId) }
}

export async function saveEmergencyRoute(
  services: Pick<Services, 'database' | 'settings' | 'log' | 'now'>,
  { user, body, transaction }: PhoneRequest<SaveEmergencyRoute>,
): Promise<ResponseOf<SaveEmergencyRoute>> {
  const { database, log, now } = services
  const { workspaceId, userId } = user
  const { trunkId } = body
  if ((await findTrunkOwner(database, trunkId))?.workspaceId !== workspaceId)
    throw new PhoneError('TRUNK_NOT_FOUND')
  const limits = await getOrCreateLimits(services, workspaceId)
  const checked = await checkTestNumber({ database }, workspaceId, body, limits)
  if (checked instanceof PhoneError) throw checked
  await transaction(async (changes) => {
    // Until the route is saved, the trunk does not lose its numbers.
    await lockTrunk(changes, trunkId)
    const numbers = await listTrunkNumbers(changes, workspaceId)
    // The emergency services call back.
    if (!numbers.some((number) => number.trunkId === trunkId))
      throw new PhoneError('EMERGENCY_TRUNK_NEEDS_NUMBER')
    await saveEmergencyRouteRow(changes, workspaceId, body, now())
    await changes.audit('emergency_route.saved', { type: 'trunk', id: trunkId }, { ...body })
  })
  log.info('emergency_route.saved', { workspaceId, userId, trunkId })
  return required(await readRoute(database, workspaceId), 'the route that was saved')
}

async function readRoute(database: Services['database'], workspaceId: string) {
  const route = await findEmergencyRoute(database, workspaceId)
  return route && { ...route, test: route.test && { ...route.test, at: route.test.at.getTime() } }
}

export async function deleteEmergencyRoute(
  { log }: Pick<Services, 'log'>,
  { user, transaction }: PhoneRequest<DeleteEmergencyRoute>,
): Promise<ResponseOf<DeleteEmergencyRoute>> {
  const { workspaceId, userId } = user
  const wasDeleted = await transaction(async (changes) => {
    const isDeleted = await deleteEmergencyRouteRow(changes, workspaceId)
    if (isDeleted) await changes.audit('emergency_route.deleted', { type: 'workspace', id: workspaceId })
    return isDeleted
  })
  if (!wasDeleted) throw new PhoneError('EMERGENCY_ROUTE_NOT_FOUND')
  log.info('emergency_route.deleted', { workspaceId, userId })
  return { success: true }
}
