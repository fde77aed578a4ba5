import { findTranslationProblems } from '@parley/i18n/testing'
import { describe, expect, test } from 'vitest'
import { emailMessages } from './email/templates/messages/index.ts'
import { locales, matchLocale } from './locale.ts'
import { setUpMessages } from './projects/set-up/messages/index.ts'
import { unsubscribeMessages } from './users/notifications/unsubscribe-messages.ts'

test.each([
  [null, 'en-US'],
  ['', 'en-US'],
  ['ja,ko;q=0.9', 'en-US'],
  ['ja,de-CH;q=0.5,fr;q=0.9', 'fr-CA'],
  ['es-es', 'es-ES'],
  ['es-AR', 'es-419'],
  ['de;q=0, en', 'en-US'],
  [';;;,,,q=x', 'en-US'],
])('a reader whose browser sends %j as Accept-Language gets %s', (acceptLanguage, expected) => {
  expect(matchLocale(acceptLanguage)).toBe(expected)
})

describe.each(locales)('%s', (locale) => {
  test.each([
    ['e-mails', emailMessages],
    ['set-up page', setUpMessages],
    ['unsubscribe page', unsubscribeMessages],
  ])('has every text of the %s with the same placeholders as English', (_, messages) => {
    expect(findTranslationProblems(messages['en-US'], messages[locale], locale)).toEqual([])
  })
})
