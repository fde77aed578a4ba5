import { deDE } from './de-DE.ts'
import { enUS, type Messages } from './en-US.ts'
import { es419 } from './es-419.ts'
import { esES } from './es-ES.ts'
import { frCA } from './fr-CA.ts'

export type { Messages }

export const catalogues = {
  'de-DE': deDE,
  'en-US': enUS,
  'es-419': es419,
  'es-ES': esES,
  'fr-CA': frCA,
} as const satisfies Record<string, Messages>

/** The locales of the pages. */
export type Locale = keyof typeof catalogues

export const locales = Object.keys(catalogues) as Locale[]

/**
 * Returns the best supported locale for a list of preferences: an exact match, otherwise a match by language, otherwise
 * English. `es` becomes es-ES, Spanish of any other region es-419.
 *
 * @param preferred BCP 47 tags in order of preference, such as `navigator.languages`.
 */
export function chooseLocale(preferred: readonly string[]): Locale {
  for (const tag of preferred) {
    const exact = locales.find((locale) => locale.toLowerCase() === tag.toLowerCase())
    if (exact) return exact

    const language = tag.toLowerCase().split('-')[0]
    if (language === 'es') return tag.includes('-') ? 'es-419' : 'es-ES'
    const related = locales.find((locale) => locale.split('-')[0] === language)
    if (related) return related
  }
  return 'en-US'
}

/** Replaces the placeholders in braces with their values. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
}
