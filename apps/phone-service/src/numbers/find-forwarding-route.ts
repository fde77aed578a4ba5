import { PhoneError } from '@parley/contract/phone'
import { checkDestination, getOrCreateLimits } from '../limits/index.ts'
import { parseNumber } from '../numbering-plan/index.ts'
import type { AuthenticationService, CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { areTrunksGranted, findOldestTrunk, listTrunkNumbers } from '../trunks/index.ts'
import { findPersonalNumber, findPersonalNumberOwner } from './personal-numbers.ts'
import { checkDial, findDialRules, type Route } from './resolve-route.ts'
import { type SimulatedPstnService, simulatedPstnTrunkId } from './simulated-pstn-access.ts'

type Deps = Pick<Services, 'database' | 'now' | 'projectId' | 'settings'> &
  SimulatedPstnService &
  AuthenticationService

/**
 * Checks numbers to which a user wants to forward calls: the same rules apply as to any call, and they are no numbers
 * of the workspace. A user whose e-mail is not verified forwards no calls.
 *
 * @throws {PhoneError} `EMAIL_NOT_VERIFIED`, `OWN_NUMBER`, and as {@link resolveRoute}
 */
export async function requireForwardingAllowed(
  deps: Deps,
  user: CurrentUser,
  numbers: ReadonlySet<string>,
): Promise<void> {
  if (numbers.size === 0) return
  // Also within the simulated network: another person may own the e-mail, and take over the account.
  if (!user.isEmailVerified) throw new PhoneError('EMAIL_NOT_VERIFIED')
  const rules = await findDialRules(deps, user)
  const own = new Set((await listTrunkNumbers(deps.database, user.workspaceId)).map(({ number }) => number))
  for (const to of numbers) {
    const { refusal } = await checkDial(deps, user, { to }, rules)
    if (refusal) throw refusal
    if (own.has(to)) throw new PhoneError('OWN_NUMBER')
  }
}

interface ForwardedCall {
  readonly workspaceId: string
  /** The called number of the workspace; null when it is not known. */
  readonly ownNumber: string | null
  readonly to: string
  /** The user who has chosen the number; null when it is not known. */
  readonly userId: string | null
}

/** Returns the route of a call that a workspace forwards, or the error of the rule that forbids it. */
export async function findForwardingRoute(deps: Deps, call: ForwardedCall): Promise<Route | PhoneError> {
  const { workspaceId, to } = call
  const limits = await getOrCreateLimits(deps, workspaceId)
  const chosen = await chooseTrunk(deps, call)
  const network = chosen?.trunkId === simulatedPstnTrunkId ? 'simulated' : 'trunk'
  const checked = checkDestination(to, parseNumber(to, limits.homeCountry), limits, network)
  if (checked instanceof PhoneError) return checked
  if (!chosen) return new PhoneError('NO_TRUNK')
  if (network === 'trunk' && !(await areTrunksGranted(deps, workspaceId)))
    return new PhoneError('TRUNKS_NOT_GRANTED')
  const { number, country, postDialDigits } = checked
  const { callerName } = limits
  return { number, country, postDialDigits, callerName, ...chosen, isFromVerified: false }
}

/**
 * Chooses caller ID and trunk: the called number and its trunk, as far as possible. Null when no trunk can take the
 * call.
 */
async function chooseTrunk(
  { database, simulatedPstn: pstn }: Deps,
  { workspaceId, ownNumber, to, userId }: ForwardedCall,
): Promise<Pick<Route, 'from' | 'trunkId'> | null> {
  if (pstn?.owns(to)) {
    const personal = userId === null ? null : await findPersonalNumber(database, { workspaceId, userId })
    // A trunk names the called number, which may be that of a user of another workspace.
    const owner = ownNumber === null ? null : await findPersonalNumberOwner(database, ownNumber)
    const from = owner?.workspaceId === workspaceId ? ownNumber : personal?.number
    if (from) return { from, trunkId: simulatedPstnTrunkId }
  }
  const numbers = await listTrunkNumbers(database, workspaceId)
  const called = numbers.find(({ number }) => number === ownNumber) ?? numbers[0]
  if (called) return { from: called.number, trunkId: called.trunkId }
  // A trunk without numbers sets the caller ID itself.
  const oldest = await findOldestTrunk(database, workspaceId)
  return oldest && ownNumber !== null ? { from: ownNumber, trunkId: oldest.id } : null
}
