import { detectLocale } from '@parley/kit-react'
import { enUS, type Messages } from './en-US/index.ts'

export type { Messages } from './en-US/index.ts'

export const loaders = {
  'en-US': async () => enUS,
  'de-DE': async () => (await import('./de-DE/index.ts')).deDE,
  'es-419': async () => (await import('./es-419/index.ts')).es419,
  'es-ES': async () => (await import('./es-ES/index.ts')).esES,
  'fr-CA': async () => (await import('./fr-CA/index.ts')).frCA,
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

/** Returns the language of the user with its catalogue, or English if that cannot be fetched. */
export async function loadLanguage(): Promise<{ readonly locale: Locale; readonly messages: Messages }> {
  const locale = detectLocale(locales, 'en-US')
  try {
    return { locale, messages: await loaders[locale]() }
  } catch {
    return { locale: 'en-US', messages: enUS }
  }
}
