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

/** The languages of the pages. */
export type Locale = keyof typeof catalogues

export const locales = Object.keys(catalogues) as Locale[]

/**
 * The first language of a person that the pages have, by tag, then by language; English when there is none. Spanish of
 * Spain is es-ES, Spanish of anywhere else is es-419.
 *
 * @param preferred BCP 47 tags, the dearest first, as `navigator.languages` gives them.
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

/** Puts values where a text has their names in braces. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
