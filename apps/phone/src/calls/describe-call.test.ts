import type { Leg } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import { enUS } from '../locales/en-US.ts'
import { createTexts } from '../locales/text.ts'
import { shortNameOf } from './describe-call.ts'

const language = { ...createTexts('en-US', enUS), locale: 'en-US' as const, choose: () => undefined }

test.each([
  ['Grace Okafor', null, 'Grace'],
  ['ada.lovell@example.com', null, 'ada.lovell'],
  [null, '+15550142', '0142'],
  [null, null, 'Withheld'],
])('a lane for %s at %s is called %s', (name, number, expected) => {
  expect(shortNameOf({ kind: 'phone', name, number } as Leg, language)).toBe(expected)
})
