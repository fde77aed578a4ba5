import { PhoneError } from '@parley/contract/phone'
import {
  type CallingLimits,
  type ChargedLeg,
  checkDestination,
  createPremiumError,
  getOrCreateLimits,
  type RecordingServices,
  recordRefusal,
} from '../limits/index.ts'
import { type PhoneNumber, parseNumber } from '../numbering-plan/index.ts'
import type { AuthenticationService, CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { areTrunksGranted, findOldestTrunk } from '../trunks/index.ts'
import { assignPersonalNumber } from './assign-personal-number.ts'
import { findCallerIdChoice } from './caller-id-choices.ts'
import { listOwnNumbers, type OwnNumber } from './own-numbers.ts'
import { resolveShortNumber } from './resolve-short-number.ts'
import { type SimulatedPstnService, simulatedPstnTrunkId } from './simulated-pstn-access.ts'

export type Deps = Pick<Services, 'database' | 'now' | 'projectId' | 'settings'> &
  SimulatedPstnService &
  AuthenticationService

/** Route of an outgoing call. */
export interface Route {
  readonly number: string
  readonly country: string | null
  readonly postDialDigits: string | null
  /** Caller ID that the called party sees. */
  readonly from: string
  /** Whether the caller ID is a verified number, not one of the simulated telephone network or of a trunk. */
  readonly isFromVerified: boolean
  /** Display name that the called party sees; null when the workspace has none. */
  readonly callerName: string | null
  /** Id of the trunk. */
  readonly trunkId: string
}

/**
 * Returns the route of a call to a typed number. A refusal by a rule is recorded.
 *
 * @throws {PhoneError} `NUMBER_NOT_UNDERSTOOD`, `EMERGENCY_NUMBER`, `PREMIUM_NUMBER`, `COUNTRY_NOT_ALLOWED`,
 * `NUMBER_NOT_VALID`, `OWN_NUMBER`, `CALLER_ID_NOT_YOURS`, `NO_TRUNK`, `NO_NUMBER_LEFT`, `TRUNKS_NOT_GRANTED`,
 * `EMAIL_NOT_VERIFIED`
 */
export async function resolveRoute(
  deps: Deps & RecordingServices,
  user: CurrentUser,
  requested: { to: string; from?: string | undefined },
): Promise<Route> {
  return await requireRoute(deps, user, requested.to, await checkDial(deps, user, requested))
}

/** Returns the route of a checked number. Records a refusal by a rule, and throws the error that rejects it. */
export async function requireRoute(
  deps: Deps & RecordingServices,
  user: CurrentUser,
  typed: string,
  { route, refusal }: DialCheck,
): Promise<Route> {
  if (route) return route
  if (recordedCodes.includes(refusal.code)) await recordRefusal(deps, user, typed, refusal)
  throw refusal
}

const recordedCodes: readonly string[] = [
  'EMERGENCY_NUMBER',
  'PREMIUM_NUMBER',
  'COUNTRY_NOT_ALLOWED',
  'CALLER_ID_NOT_YOURS',
  'TRUNKS_NOT_GRANTED',
  'EMAIL_NOT_VERIFIED',
]

/** Returns a route as a leg with a cost; null within the simulated network. */
export function toChargedLeg({ number, country, trunkId }: Route, callId: string): ChargedLeg | null {
  return trunkId === simulatedPstnTrunkId ? null : { callId, number, country }
}

type DialCheck =
  | { readonly route: Route; readonly refusal: null; readonly number: PhoneNumber }
  | { readonly route: null; readonly refusal: PhoneError; readonly number: PhoneNumber | null }

/** The input that the checks of all calls of a user have in common. */
export interface DialRules {
  readonly limits: CallingLimits
  readonly own: readonly OwnNumber[]
}

export async function findDialRules(deps: Deps, user: CurrentUser): Promise<DialRules> {
  const limits = await getOrCreateLimits(deps, user.workspaceId)
  await assignPersonalNumber(deps, user)
  return { limits, own: await listOwnNumbers(deps, user) }
}

/** Returns the route of a call to a typed number, or the error that rejects it. Records nothing. */
export async function checkDial(
  deps: Deps,
  user: CurrentUser,
  requested: { to: string; from?: string | undefined },
  known?: DialRules,
): Promise<DialCheck> {
  const { limits, own } = known ?? (await findDialRules(deps, user))
  const parsed = parseNumber(requested.to, limits.homeCountry)
  const number = parsed.kind === 'number' ? parsed : null
  if (own.some((entry) => entry.number === number?.number && entry.ringsFor === 'me'))
    return { route: null, refusal: new PhoneError('OWN_NUMBER'), number }
  const route = await chooseTrunkOfUser(deps, user, own, { number, from: requested.from })
  const checked = checkDestination(requested.to, parsed, limits, findNetwork(deps, number, route))
  if (checked instanceof PhoneError) {
    const { homeCountry } = limits
    const short = await resolveShortNumber(deps, user, { ...requested, parsed, own, homeCountry })
    if (!short) return { route: null, refusal: checked, number }
    if (short.number.isPremium)
      return { route: null, refusal: createPremiumError(short.number), number: short.number }
    return await checkTrunkAllowed(deps, user, limits, short.number, short)
  }
  if (route instanceof PhoneError) return { route: null, refusal: route, number: checked }
  return await checkTrunkAllowed(deps, user, limits, checked, route)
}

type ChosenTrunk = Pick<Route, 'from' | 'trunkId'> & { readonly isFromVerified?: boolean }

/**
 * Returns the network of a route. A trunk takes a number of the simulated telephone network for a real one, which
 * may be premium or in any country of North America.
 */
function findNetwork(
  { simulatedPstn }: Deps,
  number: PhoneNumber | null,
  route: ChosenTrunk | PhoneError,
): 'simulated' | 'trunk' {
  if (!(route instanceof PhoneError)) return route.trunkId === simulatedPstnTrunkId ? 'simulated' : 'trunk'
  return number && simulatedPstn?.owns(number.number) ? 'simulated' : 'trunk'
}

/** Returns the route of a number through a trunk, unless the user or the workspace may not use it. */
export async function checkTrunkAllowed(
  deps: Deps,
  user: CurrentUser,
  { callerName }: Pick<CallingLimits, 'callerName'>,
  number: PhoneNumber,
  { from, trunkId, isFromVerified = false }: ChosenTrunk,
): Promise<DialCheck> {
  if (trunkId !== simulatedPstnTrunkId && !user.isEmailVerified)
    return { route: null, refusal: new PhoneError('EMAIL_NOT_VERIFIED'), number }
  if (trunkId !== simulatedPstnTrunkId && !(await areTrunksGranted(deps, user.workspaceId)))
    return { route: null, refusal: new PhoneError('TRUNKS_NOT_GRANTED'), number }
  const { country, postDialDigits } = number
  return {
    route: { number: number.number, country, postDialDigits, callerName, from, isFromVerified, trunkId },
    refusal: null,
    number,
  }
}

/** Chooses caller ID and trunk. A call without a caller ID has the one that the user chose last, if it can be used. */
async function chooseTrunkOfUser(
  deps: Deps,
  user: CurrentUser,
  own: readonly OwnNumber[],
  { number, from }: { number: PhoneNumber | null; from: string | undefined },
): Promise<ChosenTrunk | PhoneError> {
  const to = number?.number ?? null
  if (number && from === undefined) {
    const last = await findCallerIdChoice(deps, user, number)
    const isOwn = own.some((one) => one.number === last)
    const chosen = last !== null && isOwn ? await chooseTrunk(deps, user, own, { to, from: last }) : null
    if (chosen && !(chosen instanceof PhoneError) && chosen.from === last) return chosen
  }
  return await chooseTrunk(deps, user, own, { to, from })
}

/**
 * Chooses caller ID and trunk. A number of the simulated telephone network is called through that network,
 * unless the user calls from a trunk number. All other calls use the trunk of the number called from, or the
 * oldest trunk.
 */
async function chooseTrunk(
  deps: Deps,
  user: CurrentUser,
  own: readonly OwnNumber[],
  { to, from }: { to: string | null; from: string | undefined },
): Promise<ChosenTrunk | PhoneError> {
  const { database, simulatedPstn: pstn } = deps
  const requestedNumber = own.find(({ number }) => number === from)
  if (from !== undefined && !requestedNumber) return new PhoneError('CALLER_ID_NOT_YOURS')
  if (requestedNumber?.trunkId) return { from: requestedNumber.number, trunkId: requestedNumber.trunkId }
  if (requestedNumber?.source === 'verification') {
    const chosen = await chooseTrunkOfVerified(deps, user, requestedNumber.number, to)
    if (chosen) return chosen
  }

  const personal = own.find(({ source }) => source === 'carrier')
  if (personal && to !== null && pstn?.owns(to))
    return { from: personal.number, trunkId: simulatedPstnTrunkId }

  const trunkNumber = own.find(({ trunkId }) => trunkId !== null)
  if (trunkNumber?.trunkId) return { from: trunkNumber.number, trunkId: trunkNumber.trunkId }

  // A trunk without numbers sets the caller ID itself; the personal number is only a suggestion.
  const oldest = await findOldestTrunk(database, user.workspaceId)
  if (oldest && personal) return { from: personal.number, trunkId: oldest.id }
  const isInNetwork = to !== null && pstn?.owns(to)
  return new PhoneError(isInNetwork && !personal ? 'NO_NUMBER_LEFT' : 'NO_TRUNK')
}

/**
 * Chooses the trunk of a call from a verified number. One of the simulated telephone network is presented in that
 * network alone: null for a call to another one, which has another caller ID.
 */
async function chooseTrunkOfVerified(
  { database, simulatedPstn: pstn }: Deps,
  user: CurrentUser,
  from: string,
  to: string | null,
): Promise<ChosenTrunk | PhoneError | null> {
  if (pstn?.owns(from)) {
    const isInNetwork = to !== null && pstn.owns(to)
    return isInNetwork ? { from, trunkId: simulatedPstnTrunkId, isFromVerified: true } : null
  }
  const oldest = await findOldestTrunk(database, user.workspaceId)
  return oldest ? { from, trunkId: oldest.id, isFromVerified: true } : new PhoneError('NO_TRUNK')
}
