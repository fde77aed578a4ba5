import { enUS, type Messages } from './en-US.ts'

const loaders = {
  'en-US': async () => enUS,
  'de-DE': async () => (await import('./de-DE.ts')).deDE,
  'es-419': async () => (await import('./es-419.ts')).es419,
  'es-ES': async () => (await import('./es-ES.ts')).esES,
  'fr-CA': async () => (await import('./fr-CA.ts')).frCA,
} as const satisfies Record<string, () => Promise<Messages>>

/** The languages of the phone, by native name. */
export const localeNames = {
  'en-US': 'English',
  'de-DE': 'Deutsch',
  'es-419': 'Español (Latinoamérica)',
  'es-ES': 'Español (España)',
  'fr-CA': 'Français (Canada)',
} as const satisfies Record<keyof typeof loaders, string>

export type Locale = keyof typeof loaders
export const locales = Object.keys(loaders) as Locale[]

/** Shared with the sign-in pages, so that a selection there applies here. */
const storageKey = 'parley-language'

/** Returns the selected language, or the first browser language with a catalogue, or English. */
export function currentLocale(storage: Pick<Storage, 'getItem'> = localStorage): Locale {
  const chosen = storage.getItem(storageKey)
  return locales.find((locale) => locale === chosen) ?? matchLocale(navigator.languages)
}

export function storeLocale(locale: Locale, storage: Pick<Storage, 'setItem'> = localStorage): void {
  storage.setItem(storageKey, locale)
}

/**
 * Matches by exact tag first, then by language. Spanish without a region is es-ES; other regions are es-419.
 *
 * @param preferred BCP 47 tags in order of preference.
 */
export function matchLocale(preferred: readonly string[]): Locale {
  for (const tag of preferred.map((each) => each.toLowerCase())) {
    const exact = locales.find((locale) => locale.toLowerCase() === tag)
    if (exact) return exact
    const [language, region] = tag.split('-')
    if (language === 'es') return region ? 'es-419' : 'es-ES'
    const related = locales.find((locale) => locale.startsWith(`${language}-`))
    if (related) return related
  }
  return 'en-US'
}

/** Loads the catalogue of a language; English if it cannot be fetched. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  return await loaders[locale]().catch(() => enUS)
}
