import type { Call, EndReason, Leg } from '@parley/contract/phone'
import { formatNames } from '@parley/ui'
import { formatNumber } from '../dial/numbers/format-number.ts'
import type { Language } from '../i18n/language.tsx'

/** The outcome of a call; part of a message key. */
export type Outcome = 'answered' | 'missed' | 'ringing' | 'ongoing' | EndReason

export function callOutcome(call: Call): Outcome {
  if (call.isInVoicemail) return 'voicemail'
  if (call.phase === 'ringing' && call.answeredAt === null) return 'ringing'
  if (call.phase !== 'ended') return 'ongoing'
  if (call.answeredAt !== null && !interruptions.includes(call.endReason)) return 'answered'
  if (call.direction === 'incoming' && isUnanswered(call.endReason)) return 'missed'
  return call.endReason ?? 'failed'
}

/** Talk time in milliseconds; null when the call was not answered. */
export function talkDurationMs(call: Call): number | null {
  if (call.answeredAt === null || call.endedAt === null) return null
  return call.endedAt - call.answeredAt
}

/** Ring time of an unanswered call in milliseconds; null when the call was answered, also by voicemail. */
export function ringDurationMs(call: Call): number | null {
  if (call.answeredAt !== null || call.endedAt === null || call.endReason === 'voicemail') return null
  return call.endedAt - call.startedAt
}

/** The reasons that a user is shown of an answered call: no participant has ended it. */
const interruptions: readonly (EndReason | null)[] = [
  'engine-lost',
  'server-stopped',
  'media-lost',
  'media-incompatible',
  'minutes-used',
  'money-spent',
  'without-member',
  'limit-reached',
]

function isUnanswered(reason: EndReason | null): boolean {
  return reason === 'missed' || reason === 'cancelled' || reason === 'no-answer' || reason === 'other-hung-up'
}

/** The participants of a call, including those that take part through the calls of other members. */
export function listParticipants(call: Call): Leg[] {
  return [...call.legs, ...call.conferenceLegs]
}

/**
 * The names of the other parties: "Grace and Linus". For an active call those who are present; for an ended
 * call everyone who joined.
 */
export function callTitle(call: Call, language: Language): string {
  const others = remoteLegs(call)
  const [other] = others
  if (!other || (others.length === 1 && other.number === call.number)) return callerTitle(call, language)
  return formatNames([...new Set(others.map((leg) => legName(leg, language, call)))], language.locale)
}

/** The name of the party that a call back reaches: of a conference, the first one. Null without a number. */
export function callBackName(call: Call, language: Language): string | null {
  return call.number === null ? null : (callName(call, language) ?? formatNumber(call.number))
}

/** Returns whether a call has, or had, several other parties. */
export function isConference(call: Call): boolean {
  return remoteLegs(call).length > 1
}

/** The subtitle of a call: its number if the title is a name, or the size of a conference. */
export function callSubtitle(call: Call, language: Language): string {
  const others = remoteLegs(call)
  if (isConference(call)) {
    const browsers = call.legs.filter(({ kind, joinedAt }) => kind === 'browser' && joinedAt !== null)
    return language.plural('calls.conference', others.length + browsers.length)
  }
  if (call.hasEmergencyService) return language.t('calls.emergency')
  const [other = call] = others
  const name = other.number === call.number ? call.name : other.name
  if (name !== null) return other.number ? formatNumber(other.number) : missingNumber(call, language)
  return other.number ? language.t('calls.not-in-contacts') : ''
}

/**
 * The phone legs in the conversation, or those that joined an ended call; before the answer, all dialled legs.
 */
function remoteLegs(call: Call): Leg[] {
  const phones = listParticipants(call).filter(({ kind }) => kind === 'phone')
  const joined = phones.filter(({ joinedAt }) => joinedAt !== null)
  const present = joined.filter(({ state }) => state !== 'left')
  if (call.phase !== 'ended' && present.length > 0) return present
  return joined.length > 0 ? joined : phones
}

/** The name of the member who started or answered a call; without one, who was called instead or missed it. */
export function callOwner(call: Call, language: Language): string {
  const { userId, userName, direction, missedBy, legs, forwardedLegId } = call
  const { t, locale } = language
  if (userName !== null) return userName
  const forwarded = legs.find(({ id }) => id === forwardedLegId)
  if (forwarded) return t('calls.forwarded-to', { name: legName(forwarded, language) })
  if (missedBy.length > 0) return t('calls.missed-by', { names: formatNames(missedBy, locale) })
  return t(userId === null && direction === 'incoming' ? 'calls.not-answered' : 'calls.unknown')
}

/** The names of members who did not answer in a call of another member. Null when there are none. */
export function missedByOthers({ userName, missedBy }: Call, { t, locale }: Language): string | null {
  if (userName === null || missedBy.length === 0) return null
  return t('calls.missed-by', { names: formatNames(missedBy, locale) })
}

/** The name of the other party, localized for test numbers. Null when there is none. */
export function callName(call: Pick<Call, 'name' | 'service'>, { t }: Language): string | null {
  return call.service ? t(`directory.${call.service}`) : call.name
}

/** The name, or else the number, of the other party of a call. */
export function callerTitle(
  call: Pick<Call, 'name' | 'service' | 'number'> & Partial<Pick<Call, 'erasedAt'>>,
  language: Language,
): string {
  return callName(call, language) ?? (call.number ? formatNumber(call.number) : missingNumber(call, language))
}

function missingNumber({ erasedAt }: Partial<Pick<Call, 'erasedAt'>>, { t }: Language): string {
  return t(erasedAt ? 'calls.erased' : 'calls.withheld')
}

/** The name, or else the number, of a participant. In a call whose data was erased, it may be known no more. */
export function legName(leg: Leg, { t }: Language, call?: Pick<Call, 'erasedAt'>): string {
  if (leg.service) return t(`directory.${leg.service}`)
  if (leg.name) return leg.name
  if (leg.number) return formatNumber(leg.number)
  if (leg.kind === 'browser') return t('calls.unknown')
  return t(call?.erasedAt ? 'calls.erased' : 'calls.withheld')
}

/**
 * A short label for a track: a first name, or the local part of an e-mail. Numbers and test services are not
 * shortened.
 */
export function shortLegName(leg: Leg, language: Language): string {
  const name = legName(leg, language)
  const isPerson = leg.contactId !== null || leg.userId !== null
  return isPerson ? (name.split(/\s+|@/)[0] ?? name) : name
}
