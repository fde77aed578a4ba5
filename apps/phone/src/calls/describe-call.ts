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

/** The one at the other side, or all of them: "Grace and Linus". */
export function titleOf(call: Call, language: Language): string {
  const phones = call.legs.filter(({ kind }) => kind === 'phone')
  if (phones.length < 2)
    return call.name ?? (call.number ? formatNumber(call.number) : language.text('calls.withheld'))
  return formatNames([...new Set(phones.map((leg) => nameOfLeg(leg, language)))], language.locale)
}

/** What stands below the title: the number where the title is a name, the number of people of a conference. */
export function secondOf(call: Call, language: Language): string {
  const phones = call.legs.filter(({ kind }) => kind === 'phone')
  if (phones.length > 1) return language.count('calls.conference', call.legs.length)
  if (call.name !== null) return call.number ? formatNumber(call.number) : language.text('calls.withheld')
  return call.number ? language.text('calls.not-in-contacts') : ''
}

export function nameOfLeg(leg: Leg, { text }: Language): string {
  if (leg.name) return leg.name
  if (leg.number) return formatNumber(leg.number)
  return leg.kind === 'browser' ? text('calls.somebody') : text('calls.withheld')
}

/** Who it is in a word, for a lane: the first name, what stands before the @ of an e-mail, the last figures of a number. */
export function shortNameOf(leg: Leg, language: Language): string {
  const name = nameOfLeg(leg, language)
  if (!/^\p{L}/u.test(name)) return name.slice(-4)
  return name.split(/\s+|@/)[0] ?? name
}
