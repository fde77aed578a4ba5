import { matchLocale } from '@parley/i18n'
import { findTranslationProblems } from '@parley/i18n/testing'
import { describe, expect, test } from 'vitest'
import { enUS } from './en-US/index.ts'
import { loaders, locales } from './index.ts'

describe.each(locales)('the catalogue %s', (locale) => {
  /** Guarantee: every message exists in every language with the same placeholders. */
  test('has the same keys and placeholders as English', async () => {
    expect(findTranslationProblems(enUS, await loaders[locale](), locale)).toEqual([])
  })

  test('is translated', async () => {
    const messages = await loaders[locale]()
    const differing = Object.entries(enUS).filter(
      ([key, text]) => messages[key as keyof typeof enUS] !== text,
    )

    expect(differing.length).toBeGreaterThan(locale === 'en-US' ? -1 : Object.keys(enUS).length * 0.9)
  })
})

test.each([
  [['de-AT', 'en'], 'de-DE'],
  [['es-MX'], 'es-419'],
  [['es'], 'es-ES'],
  [['fr-FR'], 'fr-CA'],
  [['ja', 'fr'], 'fr-CA'],
  [['ja'], 'en-US'],
  [[], 'en-US'],
])('a browser that prefers %j gets %s', (preferred, expected) => {
  expect(matchLocale(preferred, locales, 'en-US')).toBe(expected)
})
