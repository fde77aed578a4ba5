import type { Call, EndReason, Leg } from '@parley/contract/phone'
import { formatNames } from '@parley/ui'
import type { Language } from '../locales/language.tsx'
import { formatNumber } from '../numbers/format-number.ts'

/** How a call came out, for a list: a key of the catalogues. */
export type Outcome = 'answered' | 'missed' | 'ongoing' | EndReason

export function outcomeOf(call: Call): Outcome {
  if (call.phase !== 'ended') return 'ongoing'
  if (call.answeredAt !== null && !isBroken(call.endReason)) return 'answered'
  if (call.direction === 'incoming' && isUnanswered(call.endReason)) return 'missed'
  return call.endReason ?? 'failed'
}

/** How long people talked; null when nobody answered. */
export function talkedMs(call: Call): number | null {
  if (call.answeredAt === null || call.endedAt === null) return null
  return call.endedAt - call.answeredAt
}

/** How long it rang before it ended unanswered; null when it was answered. */
export function rangMs(call: Call): number | null {
  if (call.answeredAt !== null || call.endedAt === null) return null
  return call.endedAt - call.startedAt
}

function isBroken(reason: EndReason | null): boolean {
  return reason === 'engine-lost' || reason === 'server-stopped' || reason === 'media-lost'
}

function isUnanswered(reason: EndReason | null): boolean {
  return reason === 'missed' || reason === 'cancelled' || reason === 'no-answer' || reason === 'other-hung-up'
}

/**
 * The one at the other side, or all of them: "Grace and Linus". Of a call that goes on those who are in it now, and of one
 * that is over all who were.
 */
export function titleOf(call: Call, language: Language): string {
  const others = othersOf(call)
  const [other] = others
  if (!other || (others.length === 1 && other.number === call.number))
    return (
      nameOfCall(call, language) ?? (call.number ? formatNumber(call.number) : language.t('calls.withheld'))
    )
  return formatNames([...new Set(others.map((leg) => nameOfLeg(leg, language)))], language.locale)
}

/** What stands below the title: the number where the title is a name, the number of people of a conference. */
export function secondOf(call: Call, language: Language): string {
  const others = othersOf(call)
  if (others.length > 1) {
    const browsers = call.legs.filter(({ kind, joinedAt }) => kind === 'browser' && joinedAt !== null)
    return language.count('calls.conference', others.length + browsers.length)
  }
  const [other = call] = others
  const name = other.number === call.number ? call.name : other.name
  if (name !== null) return other.number ? formatNumber(other.number) : language.t('calls.withheld')
  return other.number ? language.t('calls.not-in-contacts') : ''
}

/** The telephones that speak in a call or, once it is over, spoke; before anybody has answered, all that are called. */
function othersOf(call: Call): Leg[] {
  const phones = call.legs.filter(({ kind }) => kind === 'phone')
  const joined = phones.filter(({ joinedAt }) => joinedAt !== null)
  const present = joined.filter(({ state }) => state !== 'left')
  if (call.phase !== 'ended' && present.length > 0) return present
  return joined.length > 0 ? joined : phones
}

/** The name of the other side, in the language of the reader where it is one of the directory. Null when there is none. */
export function nameOfCall(call: Call, { t }: Language): string | null {
  return call.service ? t(`directory.${call.service}`) : call.name
}

export function nameOfLeg(leg: Leg, { t }: Language): string {
  if (leg.service) return t(`directory.${leg.service}`)
  if (leg.name) return leg.name
  if (leg.number) return formatNumber(leg.number)
  return leg.kind === 'browser' ? t('calls.somebody') : t('calls.withheld')
}

/**
 * Who it is, short, for a lane: the first name of a person, what stands before the @ of an e-mail. Numbers and what answers
 * at numbers to try the line with stay whole: half of one says nothing.
 */
export function shortNameOf(leg: Leg, language: Language): string {
  const name = nameOfLeg(leg, language)
  const isPerson = leg.contactId !== null || leg.userId !== null
  return isPerson ? (name.split(/\s+|@/)[0] ?? name) : name
}
