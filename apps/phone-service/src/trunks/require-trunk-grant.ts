import { PhoneError } from '@parley/contract/phone'
import {
  AccountServiceUnavailableError,
  type AuthenticationService,
  runOrUnreachable,
} from '../request-context/index.ts'

/**
 * Returns whether the operator allows a workspace to have trunks.
 *
 * @throws {PhoneError} `ACCOUNTS_UNREACHABLE`
 */
export async function areTrunksGranted(
  { authentication: { trunkGrants, now } }: AuthenticationService,
  workspaceId: string,
): Promise<boolean> {
  return await runOrUnreachable(() => trunkGrants.find(workspaceId, now()))
}

/**
 * Returns whether the operator allows a workspace to have trunks, as last known. An outage of the account service delays
 * and prevents no emergency call: the trunks of a workspace of which nothing is known yet are in use.
 */
export async function areTrunksLastGranted(
  services: AuthenticationService,
  workspaceId: string,
): Promise<boolean> {
  const { trunkGrants, now } = services.authentication
  try {
    return trunkGrants.findLastKnown(workspaceId) ?? (await trunkGrants.find(workspaceId, now()))
  } catch (error) {
    if (error instanceof AccountServiceUnavailableError) return true
    throw error
  }
}

/** @throws {PhoneError} `TRUNKS_NOT_GRANTED`, `ACCOUNTS_UNREACHABLE` */
export async function requireTrunkGrant(services: AuthenticationService, workspaceId: string): Promise<void> {
  if (!(await areTrunksGranted(services, workspaceId))) throw new PhoneError('TRUNKS_NOT_GRANTED')
}
