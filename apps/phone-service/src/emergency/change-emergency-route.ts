import type { ResponseOf } from '@parley/contract'
import { type emergency, PhoneError } from '@parley/contract/phone'
import { defaultLimits, findLimits } from '../limits/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findTrunkOwner, listTrunkNumbers } from '../trunks/index.ts'
import { checkTestNumber } from './check-test-number.ts'
import { deleteEmergencyRouteRow, findEmergencyRoute, saveEmergencyRouteRow } from './emergency-routes.ts'

type GetEmergencyRoute = typeof emergency.getEmergencyRoute
type SaveEmergencyRoute = typeof emergency.saveEmergencyRoute
type DeleteEmergencyRoute = typeof emergency.deleteEmergencyRoute

export async function getEmergencyRoute(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<GetEmergencyRoute>,
): Promise<ResponseOf<GetEmergencyRoute>> {
  return { route: await findEmergencyRoute(database, user.workspaceId) }
}

export async function saveEmergencyRoute(
  { database, settings, log }: Pick<Services, 'database' | 'settings' | 'log'>,
  { user, body, transaction }: PhoneRequest<SaveEmergencyRoute>,
): Promise<ResponseOf<SaveEmergencyRoute>> {
  const { workspaceId, userId } = user
  const { trunkId } = body
  if ((await findTrunkOwner(database, trunkId))?.workspaceId !== workspaceId)
    throw new PhoneError('TRUNK_NOT_FOUND')
  const numbers = await listTrunkNumbers(database, workspaceId)
  // The emergency services call back.
  if (!numbers.some((number) => number.trunkId === trunkId))
    throw new PhoneError('EMERGENCY_TRUNK_NEEDS_NUMBER')
  const limits = await findLimits(database, workspaceId, defaultLimits(settings.homeCountry))
  const checked = await checkTestNumber({ database }, workspaceId, body, limits)
  if (checked instanceof PhoneError) throw checked
  await transaction(async (changes) => {
    await saveEmergencyRouteRow(changes, workspaceId, body)
    await changes.audit('emergency_route.saved', { type: 'trunk', id: trunkId }, { ...body })
  })
  log.info('emergency_route.saved', { workspaceId, userId, trunkId })
  return body
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
