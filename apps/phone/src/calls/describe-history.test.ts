import type { Call, Leg } from '@parley/contract/phone'
import { createTranslator } from '@parley/i18n'
import { expect, test } from 'vitest'
import { callFixture, grace, linus, ownLeg } from '../current-call/call.fixture.ts'
import { enUS } from '../i18n/en-US/index.ts'
import { describeHistory } from './describe-history.ts'

const english = { ...createTranslator<typeof enUS>('en-US', enUS), locale: 'en-US' as const, select: null }
const ada: Leg = { ...ownLeg, name: 'Ada' }
const hedy: Leg = { ...ownLeg, id: 'leg-hedy', userId: 'hedy', name: 'Hedy' }
const transfer = {
  stage: 'completed',
  legId: linus.id,
  number: '+15550187',
  name: 'Linus',
  userId: ada.userId ?? '',
  resumesRecording: false,
  at: 7_000,
} as const
const mark = (type: Call['marks'][number]['type'], at: number, legId: string | null) => ({ type, at, legId })

test.each<[string, Partial<Call>, string[]]>([
  ['nothing', { marks: [mark('hold', 6_000, grace.id)] }, []],
  [
    'a transfer',
    { transfer, marks: [mark('transferred', 7_000, linus.id)] },
    ['Ada transferred the call to Linus.'],
  ],
  [
    'an earlier transfer, whose user is not known any more',
    { marks: [mark('transferred', 7_000, linus.id)] },
    ['The call was transferred to Linus.'],
  ],
  [
    'a transfer without an answer',
    { phase: 'ended', transfer: { ...transfer, stage: 'returning' } },
    ['Ada transferred the call to Linus, who did not answer.'],
  ],
  [
    'parking, and picking up by a colleague',
    { marks: [mark('picked-up', 9_000, hedy.id), mark('parked', 8_000, ada.id)] },
    ['Ada parked the call.', 'Hedy picked up the call.'],
  ],
  [
    'a user who left',
    { transfer, marks: [mark('left-connected', 7_000, ada.id)] },
    ['Ada left, and the others stayed connected.'],
  ],
  ['forwarding', { forwardedLegId: linus.id }, ['The call was forwarded to Linus.']],
  [
    'a merge',
    { endReason: 'merged', endedAt: 9_000 },
    ['The call was merged with another call, where it continued.'],
  ],
])('the history of a call describes %s', (_, change, sentences) => {
  const call = { ...callFixture, legs: [ada, grace, { ...linus, joinedAt: 7_000 }, hedy], ...change }

  expect(describeHistory(call, english).map(({ sentence }) => sentence)).toEqual(sentences)
})
