import { expect, test } from 'vitest'
import { catalogues, chooseLocale, fill, locales } from './index.ts'

/** Every text by its path: `signIn.title`. */
function textsOf(catalogue: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(catalogue).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[path + key, value]] : [...textsOf(value, `${path}${key}.`)],
    ),
  )
}

const english = textsOf(catalogues['en-US'])
const namesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()

test.each(locales)('%s has every message with the same placeholders', (locale) => {
  const texts = textsOf(catalogues[locale])

  expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  for (const [key, text] of texts) {
    expect(text.trim(), key).not.toBe('')
    expect(namesIn(text), key).toEqual(namesIn(english.get(key) ?? ''))
  }
})

test.each([
  [['de-AT', 'en-US'], 'de-DE'],
  [['es-MX'], 'es-419'],
  [['es-ES'], 'es-ES'],
  [['es'], 'es-ES'],
  [['fr-FR'], 'fr-CA'],
  [['pl', 'fr'], 'fr-CA'],
  [['EN-us'], 'en-US'],
  [['pl'], 'en-US'],
  [[], 'en-US'],
])('the preferences %j select %s', (preferred, locale) => {
  expect(chooseLocale(preferred)).toBe(locale)
})

test('values are inserted unchanged', () => {
  expect(fill('to {project}, {unknown}', { project: '{project} $& Co' })).toBe(
    'to {project} $& Co, {unknown}',
  )
})
