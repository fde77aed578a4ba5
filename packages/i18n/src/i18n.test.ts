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
import { createPseudoCatalogue, findTranslationProblems } from './testing.ts'

const english = {
  'calls.title': 'Calls',
  'calls.call': 'Call {name}',
  'calls.missed.one': '{count} missed call',
  'calls.missed.other': '{count} missed calls',
} as const

const available = ['en-US', 'de-DE', 'es-419', 'es-ES', 'fr-CA'] as const

/** The locales that translations exist for, or will. */
const locales = [
  ...['en-US', 'de-DE', 'es-ES', 'es-419', 'fr-FR', 'fr-CA', 'it-IT', 'ja-JP', 'ko-KR'],
  ...['pt-BR', 'pt-PT', 'zh-CN', 'zh-TW'],
]

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
    [['zh-TW'], 'zh-TW'],
    [['zh-HK'], 'zh-TW'],
    [['zh-Hant'], 'zh-TW'],
    [['zh'], 'zh-CN'],
    [['zh-SG'], 'zh-CN'],
    [['pt-PT'], 'pt-PT'],
    [['pt'], 'pt-BR'],
    [['pt-AO'], 'pt-BR'],
    [['fr-CH'], 'fr-FR'],
    [['fr-CA', 'zh'], 'fr-CA'],
    [['es-AR'], 'es-419'],
    [['it-CH'], 'it-IT'],
    [['ko', 'en'], 'ko-KR'],
    [['ja-JP-u-ca-japanese'], 'ja-JP'],
    [['und', 'x-private', 'zh'], 'zh-CN'],
    [['pl', 'nb'], 'en-US'],
  ])('of the thirteen locales of the product, %j gets %s', (preferred, expected) => {
    expect(matchLocale(preferred, locales, 'en-US')).toBe(expected)
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

test.each([
  ['ja-JP', [0, 1, 2], ['0件', '1件', '2件']],
  ['fr-FR', [0, 1, 2, 1_000_000], ['0 appel', '1 appel', '2 appels', '1\u202f000\u202f000 appels']],
  ['pl-PL', [1, 2, 5, 22], ['1 połączenie', '2 połączenia', '5 połączeń', '22 połączenia']],
] as const)('counts in %s have the plural forms of the language', (locale, counts, expected) => {
  const forms = {
    'ja-JP': { 'calls.other': '{count}件' },
    'fr-FR': { 'calls.one': '{count} appel', 'calls.other': '{count} appels' },
    'pl-PL': {
      'calls.one': '{count} połączenie',
      'calls.few': '{count} połączenia',
      'calls.many': '{count} połączeń',
      'calls.other': '{count} połączenia',
    },
  }
  const calls = { 'calls.one': '{count} call', 'calls.other': '{count} calls' }
  const { plural } = createTranslator<typeof calls>(locale, forms[locale])

  expect(counts.map((count) => plural('calls', count))).toEqual(expected)
  expect(findTranslationProblems(calls, forms[locale], locale)).toEqual([])
})

test('a plural form that a language needs or does not have is reported', () => {
  const calls = { 'calls.one': '{count} call', 'calls.other': '{count} calls' }

  expect(findTranslationProblems(calls, { 'calls.other': '{count} Anrufe' }, 'de-DE')).toEqual([
    'calls.one is missing.',
  ])
  expect(findTranslationProblems(calls, calls, 'ja-JP')).toEqual(['calls.one is not expected.'])
  expect(findTranslationProblems(calls, calls, 'pl-PL')).toEqual([
    'calls.few is missing.',
    'calls.many is missing.',
  ])
})

test('a pseudo-text is 40 % longer than English and has its placeholders', () => {
  const pseudo = createPseudoCatalogue({ title: 'Call {name} or {number} again' })

  expect(pseudo.title).toMatch(/^⟦Çáll \{name\} ór \{number\} ágáíñ lorem⟧$/)
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
    findTranslationProblems(
      english,
      {
        'calls.title': ' ',
        'calls.call': '{who} anrufen',
        'calls.missed.one': '{count} verpasster Anruf',
        'calls.more': 'Mehr',
      },
      'de-DE',
    ),
  ).toEqual([
    'calls.missed.other is missing.',
    'calls.more is not expected.',
    'calls.title is empty.',
    'calls.call has other placeholders than English.',
  ])
  expect(findTranslationProblems(english, english, 'en-US')).toEqual([])
})
