import type { Call, Leg } from '@parley/contract/phone'
import { createTranslator } from '@parley/i18n'
import { expect, test } from 'vitest'
import { deDE } from '../i18n/de-DE/index.ts'
import { enUS } from '../i18n/en-US/index.ts'
import {
  callOutcome,
  callSubtitle,
  callTitle,
  legName,
  ringDurationMs,
  shortLegName,
} from './describe-call.ts'

const language = { ...createTranslator<typeof enUS>('en-US', enUS), locale: 'en-US' as const, select: null }

test.each([
  ['Grace Okafor', null, 'contact', 'Grace'],
  ['ada.lovell@example.com', null, 'contact', 'ada.lovell'],
  ['Speaking voice', '+15550102', null, 'Speaking voice'],
  [null, '+15550142', null, '+1 555 0142'],
  [null, null, null, 'Withheld number'],
])('the track label for %s at %s', (name, number, contactId, expected) => {
  expect(shortLegName({ kind: 'phone', name, number, contactId, userId: null } as Leg, language)).toBe(
    expected,
  )
})

test('test numbers have localized names', () => {
  const german = { ...createTranslator<typeof enUS>('de-DE', deDE), locale: 'de-DE' as const, select: null }
  const legs = [
    { kind: 'phone', name: 'Speaking voice', number: '+15550102', service: 'speech', joinedAt: 1 },
  ]
  const speech = {
    phase: 'talking',
    name: 'Speaking voice',
    number: '+15550102',
    service: 'speech',
    legs: legs as Leg[],
    conferenceLegs: [] as Leg[],
  }

  expect(callTitle(speech as Call, german)).toBe(deDE['directory.speech'])
  expect(legName(legs[0] as Leg, german)).toBe(deDE['directory.speech'])
})

const ada = { kind: 'browser', state: 'joined', joinedAt: 1, userId: 'ada' } as Leg
const grace = { ...ada, kind: 'phone', userId: null, name: 'Grace', number: '+15550142' } as Leg
const linus = { ...grace, name: 'Linus', number: '+15550187' } as Leg
const call = {
  phase: 'talking',
  name: 'Grace',
  number: '+15550142',
  legs: [ada, grace] as Leg[],
  conferenceLegs: [] as Leg[],
} as Call

/** Guarantee: the heading of a call names exactly its present participants. */
test('the title of an active call names present participants; that of an ended call names all', () => {
  const ringing = { ...linus, state: 'ringing', joinedAt: null } as Leg
  const leftLeg = { ...grace, state: 'left' } as Leg

  const titles = [
    { ...call, legs: [ada, grace, ringing] },
    { ...call, legs: [ada, grace, linus] },
    { ...call, legs: [ada, leftLeg, linus] },
    { ...call, phase: 'ended' as const, legs: [ada, leftLeg, linus] },
    { ...call, conferenceLegs: [linus] },
  ].map((each) => [callTitle(each, language), callSubtitle(each, language)])

  expect(titles).toEqual([
    ['Grace', '+1 555 0142'],
    ['Grace and Linus', 'Conference of 3'],
    ['Linus', '+1 555 0187'],
    ['Grace and Linus', 'Conference of 3'],
    ['Grace and Linus', 'Conference of 3'],
  ])
})

test.each([
  ['declined', 'declined'],
  ['missed', 'missed'],
  ['cancelled', 'missed'],
  ['failed', 'failed'],
] as const)('an incoming call that ended unanswered as %s is listed as %s', (endReason, outcome) => {
  expect(callOutcome({ phase: 'ended', direction: 'incoming', answeredAt: null, endReason } as Call)).toBe(
    outcome,
  )
})

test('a call that voicemail answered has no ring time', () => {
  const unanswered = { answeredAt: null, startedAt: 0, endedAt: 29_000 }
  expect(ringDurationMs({ ...unanswered, endReason: 'voicemail' } as Call)).toBeNull()
  expect(ringDurationMs({ ...unanswered, endReason: 'missed' } as Call)).toBe(29_000)
})

test.each(['incoming', 'outgoing'] as const)('an unanswered %s call rings', (direction) => {
  expect(callOutcome({ phase: 'ringing', direction, answeredAt: null } as Call)).toBe('ringing')
  const inVoicemail = { phase: 'ringing', direction, answeredAt: null, isInVoicemail: true } as Call
  expect(callOutcome(inVoicemail)).toBe('voicemail')
  expect(callOutcome({ phase: 'talking', direction, answeredAt: 1 } as Call)).toBe('ongoing')
})
