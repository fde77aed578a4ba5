import type { ConnectionState } from '@parley/call-engine/browser'
import type { Call, CallTransfer, Leg, LegQuality, RecordingState } from '@parley/contract/phone'
import { formatNames } from '@parley/ui'
import { callTitle, legName, listParticipants } from '../../calls/describe-call.ts'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import type { Language } from '../../i18n/language.tsx'
import type { RecordingChange } from '../manager/call-commands.ts'
import type { LocalCall } from '../manager/local-call.ts'

/** A short label for the state of a call of this tab. */
export function callStateLabel(
  { call, legId, dialledNumber }: Pick<LocalCall, 'call' | 'legId' | 'dialledNumber'>,
  connection: ConnectionState,
  language: Language,
): string {
  const { t, plural } = language
  if (connection.phase === 'reconnecting') return t('live.connection-lost')
  if (!call && connection.phase === 'opening-microphone') return t('live.preparing')
  if (!call) return t(dialledNumber === null ? 'live.connecting-audio' : 'live.calling')
  if (isConsulting(call, legId) && !isOnHold(call)) return t('transfer.talking-first')

  switch (call.phase) {
    case 'dialing':
      return t('live.calling')
    case 'ringing':
      // The local leg is answered already; only its audio is still connecting.
      return t(call.direction === 'incoming' ? 'live.connecting-audio' : 'live.ringing')
    case 'early':
      return t('live.early')
    case 'on-hold':
      return t('live.on-hold')
    case 'ended':
      return t('live.ended')
    case 'talking': {
      if (connection.phase === 'connecting') return t('live.connecting-audio')
      const others = talkingLegs(call).filter(({ kind }) => kind === 'phone')
      if (others.length > 0 && others.every(({ isHoldingUs }) => isHoldingUs)) return t('live.held-by-other')
      const [other, another] = others
      if (other?.isVoicemail && !another) return t('live.voicemail-of', { name: legName(other, language) })
      const participants = talkingLegs(call).length
      return participants > 2 ? plural('live.conference', participants) : t('live.connected')
    }
  }
}

/** Returns the transfer whose number the user talks to, or that rings; null if there is none. */
export function findConsultation({ transfer }: Call): CallTransfer | null {
  return transfer?.stage === 'consulting' ? transfer : null
}

/** Returns whether the user of a leg is the one who talks to the number of a transfer first. */
export function isConsulting(call: Call, ownLegId: string | null): boolean {
  const own = call.legs.find(({ id }) => id === ownLegId)
  return own !== undefined && findConsultation(call)?.userId === own.userId
}

/** Returns the name of the number that a user talks to first. */
export function consultedName({ name, number }: CallTransfer): string {
  return name ?? formatNumber(number)
}

/** Returns the name of the other party, or for the user who consults another one, that of the consulted one. */
export function panelTitle(
  { call, legId, title }: Pick<LocalCall, 'call' | 'legId' | 'title'>,
  language: Language,
): string {
  if (!call) return title
  const consultation = isConsulting(call, legId) ? findConsultation(call) : null
  return consultation ? consultedName(consultation) : callTitle(call, language)
}

/** Returns the name of the user who consults another one. */
export function findUserName({ legs }: Call, { userId }: CallTransfer): string {
  return legs.find((leg) => leg.userId === userId)?.name ?? ''
}

/** Returns the names of those who are on hold during a consultation. */
export function waitingNames(call: Call, language: Language): string {
  const consultation = findConsultation(call)
  const waiting = presentLegs(call).filter(
    ({ id, userId }) => id !== consultation?.legId && (userId === null || userId !== consultation?.userId),
  )
  return formatNames([...new Set(waiting.map((leg) => legName(leg, language)))], language.locale)
}

/** Returns whether the others are on hold, also before they answer: during a consultation, whether its number is. */
export function isOnHold(call: Call | null): boolean {
  if (!call) return false
  const consultation = findConsultation(call)
  // The leg on hold may be that of a member who has left, through which the user hears the others.
  if (!consultation && call.phase === 'on-hold') return true
  return call.legs.some(
    ({ id, state, isOnHold }) => isOnHold && state !== 'left' && (!consultation || id === consultation.legId),
  )
}

/** Returns whether any other participant hears a leg: none does while they are on hold. */
export function isHeard(call: Call, leg: Leg): boolean {
  if (call.phase === 'on-hold' && !findConsultation(call)) return false
  return presentLegs(call).some(({ id, isOnHold }) => id !== leg.id && !isOnHold)
}

/** Returns whether a recording is announced, runs or is paused. */
export function isRecordingActive(state: RecordingState | undefined): boolean {
  return state === 'announcing' || state === 'on' || state === 'paused'
}

/**
 * The changes of the recording that a user may request. An emergency call is not recorded. During a consultation the
 * recording is neither started nor resumed, and a further pause lasts after its end.
 */
export function listRecordingChanges(call: Call): readonly RecordingChange[] {
  const { recordingState } = call
  const consultation = findConsultation(call)
  if (call.hasEmergencyService) return isRecordingActive(recordingState) ? ['stop'] : []
  if (!isRecordingActive(recordingState)) return consultation ? [] : ['start']
  if (recordingState === 'on') return ['pause', 'stop']
  if (recordingState === 'announcing') return ['stop']
  if (!consultation) return ['resume', 'stop']
  return consultation.resumesRecording ? ['pause', 'stop'] : ['stop']
}

/** The state of the recording, and during a consultation what its end changes. */
export function recordingLabel(call: Call, { t }: Language): string {
  const consultation = findConsultation(call)
  if (call.recordingState !== 'paused' || !consultation) return t(`recording.${call.recordingState}`)
  return t(consultation.resumesRecording ? 'recording.paused-until-end' : 'recording.stays-paused')
}

/** Returns whether the user may leave a call with several telephones, which stay connected without them. */
export function canLeaveConnected(call: Call | null, ownLegId: string | null): boolean {
  if (!call || call.answeredAt === null || call.hasEmergencyService || findConsultation(call)) return false
  const joined = call.legs.filter(({ kind, state }) => kind === 'phone' && state === 'joined')
  const isOnlyUser = call.legs.every(
    ({ id, kind, state }) => kind === 'phone' || id === ownLegId || state === 'left',
  )
  return isOnlyUser && joined.length > 1 && joined.some(({ number }) => number !== null)
}

/**
 * Which other users record the call; null if none does. While the user records too, a pause applies to the recordings of
 * the workspace, so only those of other workspaces are named.
 */
export function otherRecordingLabel(call: Call, { t, locale }: Language): string | null {
  const { otherRecorders, recordingState } = call
  const names = otherRecorders.flatMap(({ name }) => name ?? [])
  const isByOutsider = names.length < otherRecorders.length
  if (isRecordingActive(recordingState)) return isByOutsider ? t('recording.by-other-unpaused') : null
  if (otherRecorders.length === 0) return null
  return isByOutsider
    ? t('recording.by-other')
    : t('recording.by-named', { names: formatNames(names, locale) })
}

/** The legs that have not left, in join order, without the caller of an incoming call that is not answered. */
export function presentLegs(call: Call): Leg[] {
  const isWaiting = ({ kind }: Leg) =>
    kind === 'phone' && call.direction === 'incoming' && call.answeredAt === null
  return listParticipants(call).filter((leg) => leg.state !== 'left' && !isWaiting(leg))
}

/**
 * The participants that the user may remove from a call. Not the last other one, nor the caller through whom
 * the user hears others: removing either would end the user's own call, for which there is Hang up.
 */
export function listRemovableLegs(call: Call, ownLegId: string | null): Leg[] {
  const others = call.legs.filter(({ id, state }) => state !== 'left' && id !== ownLegId)
  if (others.length < 2) return []
  const caller = call.direction === 'incoming' ? call.legs.find(({ kind }) => kind === 'phone') : undefined
  return call.conferenceLegs.some(({ state }) => state !== 'left')
    ? others.filter((leg) => leg !== caller)
    : others
}

/** The legs in the conversation: joined and not left. Ringing legs are not included. */
function talkingLegs(call: Call): Leg[] {
  return presentLegs(call).filter(({ joinedAt }) => joinedAt !== null)
}

/** A short label for the state of a leg; null in the normal state. */
export function legStateLabel(
  leg: Leg,
  isSpeaking: boolean,
  { t }: Language,
  consultation: CallTransfer | null = null,
): string | null {
  if (leg.state === 'dialing') return t('live.calling')
  if (leg.state === 'ringing') return t('live.ringing')
  if (leg.state === 'early') return t('live.early')
  if (leg.state === 'detached') return t('live.connection-lost')
  if (leg.isOnHold) return t(consultation ? 'transfer.hears-music-only' : 'live.on-hold')
  if (leg.isHoldingUs) return t('live.holds-us')
  if (leg.oneWayCause) return t('live.no-audio')
  if (leg.isVoicemail) return t('live.voicemail')
  if (leg.isMuted) return t('live.muted')
  if (consultation && leg.userId === consultation.userId)
    return t('transfer.heard-by', { name: consultedName(consultation) })
  return isSpeaking ? t('live.speaking') : null
}

export interface MeasuredLeg extends Leg {
  readonly quality: LegQuality
}

/** Returns the leg with the worst quality. Null before the first measurement and before the answer. */
export function findWorstLeg(call: Call): MeasuredLeg | null {
  if (call.answeredAt === null) return null
  const order = ['lost', 'choppy', 'fair', 'good']
  const measured = presentLegs(call).flatMap(({ quality, ...leg }) => (quality ? [{ ...leg, quality }] : []))
  return (
    measured.sort(
      (one, other) => order.indexOf(one.quality.verdict) - order.indexOf(other.quality.verdict),
    )[0] ?? null
  )
}

/** The quality of the worst leg, with the side that impairs it. */
export function worstQualityLabel(leg: MeasuredLeg, ownLegId: string | null, language: Language): string {
  const { t } = language
  const { verdict, side } = leg.quality
  if (side === null || side === 'line') return t(`quality.line-${verdict}`)
  const quality = t(`quality.${verdict}`)
  if (side === 'network') return t('quality.network', { quality })
  return leg.id === ownLegId
    ? t('quality.own-connection', { quality })
    : t('quality.connection', { quality, name: legName(leg, language) })
}

/** The measured quality values, as text. */
export function qualityDetails(
  { roundTripMs, jitterMs, lossPercent }: LegQuality,
  { t, locale }: Language,
): string {
  const formatValue = (value: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)
  return [
    roundTripMs !== null && t('quality.delay', { ms: formatValue(roundTripMs) }),
    jitterMs !== null && t('quality.jitter', { ms: formatValue(jitterMs) }),
    lossPercent !== null && t('quality.loss', { percent: formatValue(lossPercent) }),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The label of a level meter. */
export function levelLabel(level: number, { t }: Language): string {
  if (level < 0.05) return t('audio.silent')
  return level > 0.95 ? t('audio.too-loud') : t('audio.good')
}

/** Returns whether the user may transfer a call: one with others, but no emergency call and not during a consultation. */
export function canTransfer(call: Call | null | undefined): boolean {
  const isAnswered = call?.phase === 'talking' || call?.phase === 'on-hold'
  return isAnswered && !call.hasEmergencyService && !findConsultation(call)
}
