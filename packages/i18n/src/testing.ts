import type { Catalogue } from './translator.ts'

/**
 * Compares a translation with English. Returns one sentence for each missing or additional key, empty text, and text whose
 * placeholders differ; none when the translation is complete.
 */
export function findTranslationProblems(english: Catalogue, translation: Catalogue): string[] {
  const missing = Object.keys(english).filter((key) => !Object.hasOwn(translation, key))
  const additional = Object.keys(translation).filter((key) => !Object.hasOwn(english, key))
  const shared = Object.entries(translation).filter(([key]) => Object.hasOwn(english, key))
  return [
    ...missing.map((key) => `${key} is missing.`),
    ...additional.map((key) => `${key} does not exist in English.`),
    ...shared.filter(([, text]) => text.trim() === '').map(([key]) => `${key} is empty.`),
    ...shared
      .filter(([key, text]) => listPlaceholders(text) !== listPlaceholders(english[key] ?? ''))
      .map(([key]) => `${key} has other placeholders than English.`),
  ]
}

function listPlaceholders(text: string): string {
  return [...new Set([...text.matchAll(/\{\w+\}/g)].map(([name]) => name))].toSorted().join(' ')
}
