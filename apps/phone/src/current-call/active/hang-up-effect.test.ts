import type { Call, Leg } from '@parley/contract/phone'
import { createTranslator } from '@parley/i18n'
import { expect, test } from 'vitest'
import { enUS } from '../../i18n/en-US/index.ts'
import { callFixture, grace, linus, ownLeg } from '../call.fixture.ts'
import { hangUpHint, hangUpLabel } from './hang-up-effect.ts'

const english = { ...createTranslator<typeof enUS>('en-US', enUS), locale: 'en-US' as const, select: null }
const colleague: Leg = { ...ownLeg, id: 'leg-colleague', userId: 'colleague', name: 'Hedy' }
const gone: Leg = { ...linus, state: 'left', leftAt: 1 }
const consultation = {
  stage: 'consulting',
  legId: linus.id,
  number: '+15550187',
  name: 'Linus',
  userId: ownLeg.userId ?? '',
  resumesRecording: false,
  at: 0,
} as const

test.each<[string, Partial<Call>, string, RegExp | null]>([
  ['with one other party', {}, 'Hang up', null],
  ['with one party after another has left', { legs: [ownLeg, grace, gone] }, 'Hang up', null],
  ['with two telephones', { legs: [ownLeg, grace, linus] }, 'End for everyone', null],
  ['with another user', { legs: [ownLeg, colleague, grace] }, 'Leave, others stay connected', null],
  [
    'to which a colleague has added others',
    { conferenceLegs: [linus] },
    'Leave, others stay connected',
    null,
  ],
  [
    'that connects two others with a conference',
    { legs: [ownLeg, grace, linus], conferenceLegs: [{ ...linus, id: 'leg-other' }] },
    'Hang up',
    /^Ends the call for you and those whom you added\./,
  ],
  [
    'during a consultation',
    { legs: [ownLeg, grace, linus], transfer: consultation },
    'Hang up',
    /^Ends the call with Linus only\.$/,
  ],
])('the button that hangs up says its effect, in a call %s', (_, change, label, hint) => {
  const userCall = { call: { ...callFixture, ...change }, legId: ownLeg.id }

  expect(hangUpLabel(userCall, english)).toBe(label)
  const hintText = hangUpHint(userCall, english)
  if (hint) expect(hintText).toMatch(hint)
  else expect(hintText).toBeNull()
})
