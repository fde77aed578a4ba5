import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  createTranslator,
  fillPlaceholders,
  matchLocale,
  type PluralKey,
  parseAcceptLanguage,
} from './index.ts'
import { findTranslationProblems } from './testing.ts'

const english = {
  'calls.title': 'Calls',
  'calls.call': 'Call {name}',
  'calls.missed.one': '{count} missed call',
  'calls.missed.other': '{count} missed calls',
} as const

const available = ['en-US', 'de-DE', 'es-419', 'es-ES', 'fr-CA'] as const

describe('matchLocale', () => {
  test.each([
    [['de-AT', 'en'], 'de-DE'],
    [['es-MX'], 'es-419'],
    [['es-AR'], 'es-419'],
    [['es-ES'], 'es-ES'],
    [['es'], 'es-ES'],
    [['fr-FR'], 'fr-CA'],
    [['ja', 'fr'], 'fr-CA'],
    [['EN-us'], 'en-US'],
    [['ja'], 'en-US'],
    [['not a tag', 'de'], 'de-DE'],
    [['de-Latn-CH-1996-u-co-phonebk'], 'de-DE'],
    [[], 'en-US'],
  ])('%j gets %s', (preferred, expected) => {
    expect(matchLocale(preferred, available, 'en-US')).toBe(expected)
  })

  test.each([
    [['zh-TW'], 'zh-Hant'],
    [['zh-SG'], 'zh-Hans'],
    [['pt-PT'], 'pt-PT'],
    [['pt'], 'pt-BR'],
    [['fr-CH'], 'fr-FR'],
    [['fr-CA', 'zh'], 'fr-CA'],
    [['und', 'x-private', 'zh'], 'zh-Hans'],
  ])('of several locales of a language, %j gets %s', (preferred, expected) => {
    const locales = ['zh-Hans', 'zh-Hant', 'pt-BR', 'pt-PT', 'fr-FR', 'fr-CA', 'en-US'] as const
    expect(matchLocale(preferred, locales, 'fr-FR')).toBe(expected)
  })

  /** Tags come from untrusted requests. */
  test('arbitrary tags are not kept in memory', () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage: () => void = runInNewContext('gc')
    const usedBytes = () => {
      collectGarbage()
      return process.memoryUsage().heapUsed
    }
    const match = (tag: string) => matchLocale([tag], available, 'en-US')
    match('ja')
    const before = usedBytes()

    for (let index = 0; index < 20_000; index++) {
      const name = `${index + 100_000}`.replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
      match(name)
      match(`es-${name}`)
    }

    expect(usedBytes() - before).toBeLessThan(3_000_000)
  })
})

test.each([
  ['ja,de-CH;q=0.5,fr;q=0.9', ['ja', 'fr', 'de-CH']],
  ['de;q=0, en, *', ['en']],
  [';;;,,,q=x', ['q=x']],
  ['', []],
  [null, []],
])('the header %j asks for %j', (header, expected) => {
  expect(parseAcceptLanguage(header)).toEqual(expected)
})

test('placeholders and counts are filled in the forms of the language', () => {
  const { t, plural } = createTranslator<typeof english>('en-US', english)
  expect(t('calls.title')).toBe('Calls')
  expect(t('calls.call', { name: 'Grace' })).toBe('Call Grace')
  expect(plural('calls.missed', 1)).toBe('1 missed call')
  expect(plural('calls.missed', 1200)).toBe('1,200 missed calls')
})

test('a text without its values does not compile', () => {
  const { t } = createTranslator<typeof english>('en-US', english)
  // @ts-expect-error: `name` is missing.
  expect(t('calls.call')).toBe('Call {name}')
  expectTypeOf<PluralKey<typeof english>>().toEqualTypeOf<'calls.missed'>()
})

test('a value is inserted as it is, also when it looks like a placeholder', () => {
  expect(fillPlaceholders('to {project}, {unknown}', { project: '{project} $& Co' })).toBe(
    'to {project} $& Co, {unknown}',
  )
})

test('a translation with a missing, additional, empty or differently filled text is reported', () => {
  expect(
    findTranslationProblems(english, {
      'calls.title': ' ',
      'calls.call': '{who} anrufen',
      'calls.missed.one': '{count} verpasster Anruf',
      'calls.more': 'Mehr',
    }),
  ).toEqual([
    'calls.missed.other is missing.',
    'calls.more does not exist in English.',
    'calls.title is empty.',
    'calls.call has other placeholders than English.',
  ])
  expect(findTranslationProblems(english, english)).toEqual([])
})
