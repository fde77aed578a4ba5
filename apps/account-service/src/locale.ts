import * as i18n from '@parley/i18n'

export const locales = ['de-DE', 'en-US', 'es-419', 'es-ES', 'fr-CA'] as const

/** The native names of the locales, for language selections. */
export const localeNames: Readonly<Record<Locale, string>> = {
  'de-DE': 'Deutsch',
  'en-US': 'English',
  'es-419': 'Español (Latinoamérica)',
  'es-ES': 'Español (España)',
  'fr-CA': 'Français (Canada)',
}

export type Locale = (typeof locales)[number]

/**
 * Returns the supported locale that fits an Accept-Language header best (RFC 9110, 12.5.4); en-US by default.
 */
export function matchLocale(acceptLanguage: string | null): Locale {
  return i18n.matchLocale(i18n.parseAcceptLanguage(acceptLanguage), locales, 'en-US')
}
