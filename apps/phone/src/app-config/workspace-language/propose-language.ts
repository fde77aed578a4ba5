import { matchLocale } from '@parley/i18n'
import { type Locale, locales } from '../../i18n/index.ts'

/** Returns the language of the browser, or the current language of the workspace if the phone does not have it. */
export function proposeLanguage(current: Locale): Locale {
  return matchLocale(navigator.languages, locales, current)
}
