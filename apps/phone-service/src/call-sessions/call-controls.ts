import { type Conference, EngineError } from '@parley/call-engine'
import { type CallLeg, isPresent, nextCallState } from '../call-state/index.ts'
import type { CallControl } from './parts/call-control.ts'
import type { CallParts } from './parts/call-parts.ts'
import { runOrUnavailable } from './parts/engine-failures.ts'
import { playHoldMusic, stopHoldMusic } from './players/hold-music.ts'
import { changeRecording } from './recording/change-recording.ts'
import { withholdRecordings } from './recording/withhold-recordings.ts'
import { requireControllable, requireHoldable } from './transfers/consultation-rules.ts'
import { requireHoldableInEmergency } from './transfers/emergency-rules.ts'

/**
 * Applies a control of the participant with the leg `own`.
 *
 * @throws {PhoneError} `ENGINE_UNAVAILABLE`, and as {@link requireControllable}, {@link requireHoldable}, {@link requireHoldableInEmergency} and
 *   {@link changeRecording}
 */
export async function applyControl(
  parts: CallParts,
  conference: Conference,
  own: CallLeg,
  control: CallControl,
): Promise<void> {
  requireControllable(parts.record.state, own, control)
  if (control.kind === 'recording') return await changeRecording(parts, control.change)
  const isHold = control.kind === 'hold' && control.state === 'held'
  if (isHold) requireHoldable(parts.record.state)
  if (isHold) requireHoldableInEmergency(parts.record.stored, own)
  await runOrUnavailable(parts, 'call.control_failed', () => controlAudio(parts, conference, own, control))
}

async function controlAudio(
  parts: CallParts,
  conference: Conference,
  own: CallLeg,
  control: Exclude<CallControl, { kind: 'recording' }>,
): Promise<void> {
  switch (control.kind) {
    case 'microphone':
      return await setMuted(parts, conference, own.id, control.state)
    case 'hold':
      return await setOnHold(parts, conference, listHeldBy(parts, own.id, control.state), control.state)
    case 'digits':
      return await sendDigits(parts, conference, control.digits)
  }
}

async function setMuted(
  { deps, record }: CallParts,
  conference: Conference,
  legId: string,
  state: 'muted' | 'unmuted',
): Promise<void> {
  await conference.setMuted(legId, state)
  const type = state === 'muted' ? 'mute' : 'unmute'
  await record.apply({ type, at: deps.now().getTime(), legId })
}

/** Returns the participants who are connected, ring or reconnect, but one if `legId` is not null. */
export function listOthers({ record }: CallParts, legId: string | null): readonly CallLeg[] {
  return record.state.legs.filter((leg) => leg.id !== legId && isPresent(leg))
}

/**
 * Returns the legs that a participant puts on hold, or releases: also those that ring or reconnect, which must not hear
 * a user who is away. During a consultation, the others stay on hold.
 */
function listHeldBy(parts: CallParts, ownLegId: string, state: 'held' | 'released'): readonly CallLeg[] {
  const { transfer } = parts.record.state
  const others = listOthers(parts, ownLegId)
  const isConsulting = transfer?.stage === 'consulting'
  return isConsulting && state === 'released' ? others.filter(({ id }) => id === transfer.legId) : others
}

/**
 * Puts legs on hold, with music, or resumes them, except those that are hanging up.
 *
 * @throws {EngineError} as {@link commandLegs}
 */
export async function setOnHold(
  parts: CallParts,
  conference: Conference,
  legs: readonly CallLeg[],
  state: 'held' | 'released',
): Promise<void> {
  const { deps, record } = parts
  const unlike = legs.filter(({ isOnHold }) => isOnHold !== (state === 'held')).map(({ id }) => id)
  const changed: string[] = []
  try {
    await commandLegs(unlike, async (legId) => {
      const at = deps.now().getTime()
      const type = state === 'held' ? 'hold' : 'resume'
      const next = nextCallState(record.state, { type, at, legId })
      await withholdRecordings(deps, { ...record.stored, state: next })
      await conference.setOnHold(legId, state)
      changed.push(legId)
      if (state === 'released') await stopHoldMusic(parts, legId)
      await record.apply({ type, at, legId })
    })
  } finally {
    if (state === 'held') await playHoldMusic(parts, changed)
  }
}

/**
 * Runs a command of the engine for each leg. The engine rejects it for a leg that is hanging up, whose `leg-left` follows.
 *
 * @throws {EngineError} `no-such-leg` when all of the legs are hanging up
 */
async function commandLegs(
  legIds: readonly string[],
  command: (legId: string) => Promise<void>,
): Promise<void> {
  const rejections: EngineError[] = []
  for (const legId of legIds)
    await command(legId).catch((error) => {
      if (!(error instanceof EngineError) || error.code !== 'no-such-leg') throw error
      rejections.push(error)
    })
  const [first] = rejections
  if (first && rejections.length === legIds.length) throw first
}

/** Sends digits to the telephones; during a consultation to its number only, because the others must not hear them. */
async function sendDigits({ record }: CallParts, conference: Conference, digits: string): Promise<void> {
  const { transfer, legs } = record.state
  const phones = legs.filter(
    ({ id, kind, state }) =>
      kind === 'phone' &&
      (state === 'joined' || state === 'early') &&
      (transfer?.stage !== 'consulting' || transfer.legId === id),
  )
  await commandLegs(
    phones.map(({ id }) => id),
    (legId) => conference.sendDigits(legId, digits),
  )
}
