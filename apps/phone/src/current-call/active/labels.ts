import type { ConnectionState } from '@parley/call-engine/browser'
import type { Call, Leg, LegQuality, RecordingState } from '@parley/contract/phone'
import { formatNames } from '@parley/ui'
import { listParticipants } from '../../calls/describe-call.ts'
import type { Language } from '../../i18n/language.tsx'

/** A short label for the state of a call. */
export function callStateLabel(
  call: Call | null,
  connection: ConnectionState,
  { t, plural }: Language,
): string {
  if (connection.phase === 'reconnecting') return t('live.connection-lost')
  if (!call) return t(connection.phase === 'connecting' ? 'live.preparing' : 'live.calling')

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
      const participants = talkingLegs(call).length
      return participants > 2 ? plural('live.conference', participants) : t('live.connected')
    }
  }
}

/** Returns whether a recording is announced, runs or is paused. */
export function isRecordingActive(state: RecordingState | undefined): boolean {
  return state === 'announcing' || state === 'on' || state === 'paused'
}

/** Which other users record the call; null if none does. */
export function otherRecordingLabel({ otherRecorders }: Call, { t, locale }: Language): string | null {
  if (otherRecorders.length === 0) return null
  const names = otherRecorders.flatMap(({ name }) => name ?? [])
  return names.length < otherRecorders.length
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
export function legStateLabel(leg: Leg, isSpeaking: boolean, { t }: Language): string | null {
  if (leg.state === 'dialing') return t('live.calling')
  if (leg.state === 'ringing') return t('live.ringing')
  if (leg.state === 'early') return t('live.early')
  if (leg.state === 'detached') return t('live.connection-lost')
  if (leg.isOnHold) return t('live.on-hold')
  if (leg.isHoldingUs) return t('live.holds-us')
  if (leg.isMuted) return t('live.muted')
  return isSpeaking ? t('live.speaking') : null
}

/** The worst quality of all legs. Null before the first measurement and before the answer. */
export function worstQuality(call: Call): LegQuality | null {
  if (call.answeredAt === null) return null
  const order = ['lost', 'choppy', 'fair', 'good']
  const measured = presentLegs(call).flatMap(({ quality }) => quality ?? [])
  return measured.sort((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict))[0] ?? null
}

/** The measured quality values, as text. */
export function qualityDetails(
  { roundTripMs, jitterMs, lossPercent }: LegQuality,
  { t, locale }: Language,
): string {
  const formatNumber = (value: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)
  return [
    roundTripMs !== null && t('quality.delay', { ms: formatNumber(roundTripMs) }),
    jitterMs !== null && t('quality.jitter', { ms: formatNumber(jitterMs) }),
    lossPercent !== null && t('quality.loss', { percent: formatNumber(lossPercent) }),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The label of a level meter. */
export function levelLabel(level: number, { t }: Language): string {
  if (level < 0.05) return t('audio.silent')
  return level > 0.95 ? t('audio.too-loud') : t('audio.good')
}
