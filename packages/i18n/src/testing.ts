import type { Catalogue } from './translator.ts'

export { createPseudoCatalogue } from './pseudo-locale.ts'

/**
 * Compares a translation with English. Returns one sentence for each missing or additional key, empty text,
 * and text whose placeholders differ; none when the translation is complete. Keys with plural forms have
 * those of the locale.
 *
 * @param locale - The BCP 47 tag of the translation.
 */
export function findTranslationProblems(
  english: Catalogue,
  translation: Catalogue,
  locale: string,
): string[] {
  const expected = new Map(listExpectedKeys(english, locale))
  const missing = [...expected.keys()].filter((key) => !Object.hasOwn(translation, key))
  const additional = Object.keys(translation).filter((key) => !expected.has(key))
  const shared = Object.entries(translation).filter(([key]) => expected.has(key))
  return [
    ...missing.map((key) => `${key} is missing.`),
    ...additional.map((key) => `${key} is not expected.`),
    ...shared.filter(([, text]) => text.trim() === '').map(([key]) => `${key} is empty.`),
    ...shared
      .filter(([key, text]) => listPlaceholders(text) !== listPlaceholders(expected.get(key) ?? ''))
      .map(([key]) => `${key} has other placeholders than English.`),
  ]
}

/** Returns the keys of a translation, each with the English text of the same meaning. */
function listExpectedKeys(english: Catalogue, locale: string): [key: string, text: string][] {
  const forms = listPluralForms(locale)
  return Object.entries(english).flatMap(([key, text]): [string, string][] => {
    const base = key.replace(/\.(?:one|other)$/, '')
    const isPlural = Object.hasOwn(english, `${base}.one`) && Object.hasOwn(english, `${base}.other`)
    if (!isPlural) return [[key, text]]
    return key.endsWith('.one')
      ? []
      : forms.map((form) => [`${base}.${form}`, english[`${base}.${form}`] ?? text])
  })
}

/** Returns `other` and the forms of small integers. French and Spanish have another one from a million on. */
function listPluralForms(locale: string): Intl.LDMLPluralRule[] {
  const rules = new Intl.PluralRules(locale)
  const forms = Array.from({ length: 200 }, (_, count) => rules.select(count))
  return [...new Set([...forms, 'other' as const])].toSorted()
}

function listPlaceholders(text: string): string {
  return [...new Set([...text.matchAll(/\{\w+\}/g)].map(([name]) => name))].toSorted().join(' ')
}
