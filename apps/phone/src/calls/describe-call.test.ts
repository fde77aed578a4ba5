import type { Call, Leg } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import { enUS } from '../locales/en-US.ts'
import { createTexts } from '../locales/text.ts'
import { outcomeOf, shortNameOf } from './describe-call.ts'

const language = { ...createTexts('en-US', enUS), locale: 'en-US' as const, choose: () => undefined }

test.each([
  ['Grace Okafor', null, 'Grace'],
  ['ada.lovell@example.com', null, 'ada.lovell'],
  [null, '+15550142', '0142'],
  [null, null, 'Withheld'],
])('a lane for %s at %s is called %s', (name, number, expected) => {
  expect(shortNameOf({ kind: 'phone', name, number } as Leg, language)).toBe(expected)
})

test.each([
  ['declined', 'declined'],
  ['missed', 'missed'],
  ['cancelled', 'missed'],
  ['failed', 'failed'],
] as const)('an incoming call that ended unanswered as %s is listed as %s', (endReason, outcome) => {
  expect(outcomeOf({ phase: 'ended', direction: 'incoming', answeredAt: null, endReason } as Call)).toBe(
    outcome,
  )
})
