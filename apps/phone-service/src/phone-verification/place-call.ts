import { randomUUID } from 'node:crypto'
import { PhoneError } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import { createCallRow, insertCall, type StoredCall } from '../call-log/index.ts'
import { CallSession, type CallSessionService, toDialRequest } from '../call-sessions/index.ts'
import { createCallState } from '../call-state/index.ts'
import { resolveEmergencyCall } from '../emergency/index.ts'
import { reserveCallSlot } from '../limits/index.ts'
import type { LiveService } from '../live/index.ts'
import { lockEpoch, requireNewCallsAllowed } from '../nodes/index.ts'
import {
  listOwnNumbers,
  type OwnNumber,
  type Route,
  resolveRoute,
  type SimulatedPstnService,
  simulatedPstnTrunkId,
  toChargedLeg,
} from '../numbers/index.ts'
import type { RecordingStorageService } from '../recordings/index.ts'
import type { AuthenticationService, CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findOldestTrunk } from '../trunks/index.ts'
import { createCode, hashCode } from './codes.ts'
import { countRecentCall } from './phone-verification-calls.ts'
import { sendVerificationsChange } from './send-change.ts'
import { createVerificationCall } from './verification-call.ts'

export type PlaceCallDeps = Services &
  LiveService &
  CallSessionService &
  SimulatedPstnService &
  AuthenticationService &
  RecordingStorageService

/** A call that is about to be placed, with its code. */
export interface NewCall {
  readonly callId: string
  readonly codeHash: Buffer
  readonly number: string
  readonly country: string | null
}

/**
 * Returns the route of a verification call. Digits after the number are not dialled: the user of an
 * extension does not have the number.
 *
 * @throws {PhoneError} `EMERGENCY_NUMBER`, `NUMBER_ALREADY_YOURS`, and as {@link resolveRoute}
 */
export async function resolveVerificationRoute(
  services: PlaceCallDeps,
  user: CurrentUser,
  typed: string,
): Promise<Route> {
  requireNewCallsAllowed(services)
  if (await resolveEmergencyCall(services, user, typed)) throw new PhoneError('EMERGENCY_NUMBER', { typed })
  const route = await resolveRoute(services, user, { to: typed })
  const { number } = route
  // Extensions and short codes of a PBX are no caller IDs.
  if (!number.startsWith('+')) throw new PhoneError('NUMBER_NOT_UNDERSTOOD', { typed })
  const own = await listOwnNumbers(services, user)
  if (own.some((one) => one.number === number && one.source !== 'verification'))
    throw new PhoneError('NUMBER_ALREADY_YOURS')
  return { ...(await throughPresentingNetwork(services, user, own, route)), postDialDigits: null }
}

/**
 * Returns the route through the network that presents a verified number: the simulated one for its own numbers,
 * the oldest trunk for others. The telephone that answers at another trunk, which the last caller ID of the user
 * may name, proves nothing about the number.
 */
async function throughPresentingNetwork(
  { database, simulatedPstn: pstn }: PlaceCallDeps,
  { workspaceId }: CurrentUser,
  own: readonly OwnNumber[],
  route: Route,
): Promise<Route> {
  if (pstn?.owns(route.number)) {
    const isPersonal = ({ source }: OwnNumber) => source === 'carrier'
    const { number: from } = required(own.find(isPersonal), 'the personal number of the user')
    return { ...route, trunkId: simulatedPstnTrunkId, from, isFromVerified: false }
  }
  const oldest = await findOldestTrunk(database, workspaceId)
  if (!oldest) return route
  const number = own.find(({ trunkId }) => trunkId === oldest.id)
  const caller = number ? { from: number.number, isFromVerified: false } : {}
  return { ...route, trunkId: oldest.id, ...caller }
}

interface VerificationCall {
  readonly user: CurrentUser
  readonly route: Route
  readonly verificationId: string
  /** Aborted when the client, which alone receives the code, disconnects before its response. */
  readonly signal: AbortSignal
}

/**
 * Places the call of a verification within the caps and limits of the workspace, and returns its code.
 *
 * @param save Saves the verification in the transaction that reserves the call.
 * @throws {PhoneError} `VERIFICATION_CALL_LIMIT`, `ENGINE_UNAVAILABLE`, and as {@link reserveCallSlot}
 */
export async function placeVerificationCall(
  services: PlaceCallDeps,
  { user, route, verificationId, signal }: VerificationCall,
  save: (transaction: Services['database'], call: NewCall) => Promise<void>,
): Promise<string> {
  const { number, country } = route
  const callId = randomUUID()
  const code = createCode()
  const codeHash = hashCode(services, callId, code)
  const stored = createStoredCall(services, user, callId, route)
  await reserveCallSlot(services, user, {
    slotId: callId,
    dialled: number,
    charged: toChargedLeg(route, callId),
    save: async (transaction) => {
      await countRecentCall(transaction, number, services.now())
      await lockEpoch(transaction, stored)
      await insertCall(transaction, stored)
      await save(transaction, { callId, codeHash, number, country })
    },
  })
  await startSession(services, stored, { route, verificationId, signal })
  return code
}

async function startSession(
  services: PlaceCallDeps,
  stored: StoredCall,
  { route, verificationId, signal }: Omit<VerificationCall, 'user'>,
): Promise<void> {
  const { id: callId, workspaceId } = stored
  const session = new CallSession(services, stored, {
    dial: toDialRequest(route, callId, signal),
    automated: createVerificationCall(services, { workspaceId, id: verificationId, callId }),
  })
  services.callSessions.set(callId, session)
  // The end of the call is saved after its last event.
  session.finished.then(
    () => sendVerificationsChange(services, workspaceId),
    (error) => services.log.error('phone_verification.send_failed', { callId, error }),
  )
  await session.startAutomated()
}

/** Returns the row of a call that belongs to no user, but is counted as one of the administrator. */
function createStoredCall(
  { now, nodeId, nodeLease }: Services,
  user: CurrentUser,
  id: string,
  { number, from, country }: Route,
): StoredCall {
  return createCallRow({
    id,
    workspaceId: user.workspaceId,
    nodeId,
    epoch: nodeLease.epoch,
    number,
    ownNumber: from,
    country,
    userId: user.userId,
    userName: user.displayName,
    slotIds: [id],
    state: { ...createCallState('outgoing', now().getTime()), purpose: 'verification' },
  })
}
