import { describe, expect, test } from 'vitest'
import { enUS } from './en-US.ts'
import { loadMessages, locales, matchLocale } from './index.ts'
import { createTranslator } from './translator.ts'

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

describe.each(locales)('the catalogue %s', (locale) => {
  /** Guarantee: every message exists in every language with the same placeholders. */
  test('has the same keys and placeholders as English', async () => {
    const messages = await loadMessages(locale)
    const shapes = (catalogue: Record<string, string>) =>
      Object.fromEntries(Object.entries(catalogue).map(([key, text]) => [key, placeholders(text)]))

    expect(shapes(messages)).toEqual(shapes(enUS))
    expect(Object.entries(messages).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('is translated', async () => {
    const messages = await loadMessages(locale)
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
  expect(matchLocale(preferred)).toBe(expected)
})

test('placeholders and counts are filled in, with the plural form of the language', () => {
  const { t, count } = createTranslator('en-US', enUS)

  expect(t('calls.call-named', { name: 'Grace' })).toBe('Call Grace')
  expect(count('calls.missed', 1)).toBe('1 missed call')
  expect(count('contacts.search-count', 1)).toBe('Search 1 contact')
  expect(count('calls.missed', 1_200)).toBe('1,200 missed calls')
})
