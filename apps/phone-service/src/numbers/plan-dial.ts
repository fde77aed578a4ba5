import { PhoneError } from '@parley/contract/phone'
import type { Caller } from '../access/index.ts'
import { findLimits, freshLimits, judgeDestination, logRefusal } from '../limits/index.ts'
import { type PhoneNumber, understandNumber } from '../numbering/index.ts'
import type { Services } from '../services.ts'
import { listTrunks } from '../trunks/index.ts'
import { carrierTrunkId } from './carrier-access.ts'
import { type OwnNumber, ownNumbersOf } from './own-numbers.ts'

type Tools = Pick<Services, 'database' | 'carrier' | 'now' | 'settings'>

/** Route of an outgoing call. */
export interface DialPlan {
  readonly number: string
  readonly country: string | null
  readonly postDialDigits: string | null
  /** Caller ID that the called party sees. */
  readonly from: string
  /** Id of the trunk. */
  readonly trunkId: string
}

/**
 * Returns the route of a call to a typed number. A refusal by a rule is recorded.
 *
 * @throws {PhoneError} `NUMBER_NOT_UNDERSTOOD`, `EMERGENCY_NUMBER`, `PREMIUM_NUMBER`, `COUNTRY_NOT_ALLOWED`,
 * `OWN_NUMBER`, `CALLER_ID_NOT_YOURS`, `NO_TRUNK`
 */
export async function planDial(
  tools: Tools,
  caller: Caller,
  requested: { to: string; from?: string | undefined },
): Promise<DialPlan> {
  const judged = await judgeDial(tools, caller, requested)
  if (judged.plan) return judged.plan

  const { refusal } = judged
  if (loggedCodes.includes(refusal.code)) await logRefusal(tools, caller, requested.to, refusal)
  throw refusal
}

const loggedCodes: readonly string[] = [
  'EMERGENCY_NUMBER',
  'PREMIUM_NUMBER',
  'COUNTRY_NOT_ALLOWED',
  'CALLER_ID_NOT_YOURS',
]

export type JudgedDial =
  | { readonly plan: DialPlan; readonly refusal: null; readonly number: PhoneNumber }
  | { readonly plan: null; readonly refusal: PhoneError; readonly number: PhoneNumber | null }

/** Returns the route of a call to a typed number, or the error that refuses it. Records nothing. */
export async function judgeDial(
  tools: Tools,
  caller: Caller,
  requested: { to: string; from?: string | undefined },
): Promise<JudgedDial> {
  const limits = await findLimits(tools.database, caller.workspaceId, freshLimits(tools.settings.homeCountry))
  const understood = understandNumber(requested.to, limits.homeCountry)
  const number = understood.kind === 'number' ? understood : null
  const isFree = (destination: string) => tools.carrier?.owns(destination) ?? false
  const judged = judgeDestination(requested.to, understood, limits, isFree)
  if (judged instanceof PhoneError) return { plan: null, refusal: judged, number }

  const own = await ownNumbersOf(tools, caller)
  if (own.some((entry) => entry.number === judged.number && entry.rings === 'me')) {
    return { plan: null, refusal: new PhoneError('OWN_NUMBER'), number: judged }
  }
  const route = await chooseRoute(tools, caller, own, { to: judged.number, from: requested.from })
  if (route instanceof PhoneError) return { plan: null, refusal: route, number: judged }
  const { country, postDialDigits } = judged
  return { plan: { number: judged.number, country, postDialDigits, ...route }, refusal: null, number: judged }
}

/**
 * Chooses caller ID and trunk. A number of the simulated telephone network is called through that network, unless the
 * user calls from a trunk number. All other calls use the trunk of the number called from, or the oldest trunk.
 */
async function chooseRoute(
  { database, carrier }: Tools,
  caller: Caller,
  own: readonly OwnNumber[],
  { to, from }: { to: string; from: string | undefined },
): Promise<{ from: string; trunkId: string } | PhoneError> {
  const requestedNumber = own.find(({ number }) => number === from)
  if (from !== undefined && !requestedNumber) return new PhoneError('CALLER_ID_NOT_YOURS')
  if (requestedNumber?.trunkId) return { from: requestedNumber.number, trunkId: requestedNumber.trunkId }

  const personal = own.find(({ through }) => through === 'carrier')
  if (personal && carrier?.owns(to)) return { from: personal.number, trunkId: carrierTrunkId }

  const ofTrunk = own.find(({ trunkId }) => trunkId !== null)
  if (ofTrunk?.trunkId) return { from: ofTrunk.number, trunkId: ofTrunk.trunkId }

  // A trunk without numbers sets the caller ID itself; the personal number is only a suggestion.
  const [oldest] = await listTrunks(database, caller.workspaceId)
  if (oldest && personal) return { from: personal.number, trunkId: oldest.id }
  return new PhoneError('NO_TRUNK')
}
