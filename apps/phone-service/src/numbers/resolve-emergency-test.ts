import { PhoneError } from '@parley/contract/phone'
import { checkTestNumber, findEmergencyTest } from '../emergency/index.ts'
import { getOrCreateLimits, type RecordingServices } from '../limits/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import { areTrunksGranted } from '../trunks/index.ts'
import { checkTrunkAllowed, type Deps, type Route, requireRoute } from './resolve-route.ts'

/**
 * Returns the route of a call to the test number of the emergency route, for which the rules and limits of other calls
 * apply. A refusal by a rule is recorded.
 *
 * @throws {PhoneError} `PHONE_ADMIN_REQUIRED`, `EMERGENCY_ROUTE_NOT_FOUND`, `TRUNKS_NOT_GRANTED`, and those of `resolveRoute`
 */
export async function resolveEmergencyTest(
  deps: Deps & RecordingServices,
  user: CurrentUser,
): Promise<Route> {
  const { workspaceId, isPhoneAdmin } = user
  if (!isPhoneAdmin) throw new PhoneError('PHONE_ADMIN_REQUIRED')
  const test = await findEmergencyTest(deps, workspaceId)
  if (!test) {
    const isGranted = await areTrunksGranted(deps, workspaceId)
    throw new PhoneError(isGranted ? 'EMERGENCY_ROUTE_NOT_FOUND' : 'TRUNKS_NOT_GRANTED')
  }
  const { number: testNumber, trunkId } = test
  const limits = await getOrCreateLimits(deps, workspaceId)
  const number = await checkTestNumber(deps, workspaceId, { trunkId, testNumber }, limits)
  const checked =
    number instanceof PhoneError
      ? { route: null, refusal: number, number: null }
      : // Without the name of the workspace, as an emergency call.
        await checkTrunkAllowed(deps, user, { callerName: null }, number, test)
  return await requireRoute(deps, user, testNumber, checked)
}
