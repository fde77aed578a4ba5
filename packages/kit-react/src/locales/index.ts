import { enUS, type Messages } from './en-US.ts'

/**
 * Loads the messages of a locale. English is always loaded, because it replaces catalogues that cannot be
 * fetched.
 */
export const loaders = {
  'de-DE': async () => (await import('./de-DE.ts')).deDE,
  'en-US': async () => enUS,
  'es-419': async () => (await import('./es-419.ts')).es419,
  'es-ES': async () => (await import('./es-ES.ts')).esES,
  'fr-CA': async () => (await import('./fr-CA.ts')).frCA,
} as const satisfies Record<string, () => Promise<Messages>>

/** The locales of the pages. */
export type Locale = keyof typeof loaders

export const locales = Object.keys(loaders) as Locale[]

/** The languages of the pages, by native name. */
export const localeNames: Readonly<Record<Locale, string>> = {
  'de-DE': 'Deutsch',
  'en-US': 'English',
  'es-419': 'Español (Latinoamérica)',
  'es-ES': 'Español (España)',
  'fr-CA': 'Français (Canada)',
}
