import type { Locale } from '../index.ts'
import { type SettingsMessages, settingsEnUS } from './en-US.ts'

/** Loads the messages of the account settings in a locale. */
export const settingsLoaders: Readonly<Record<Locale, () => Promise<SettingsMessages>>> = {
  'de-DE': async () => (await import('./de-DE.ts')).settingsDeDE,
  'en-US': async () => settingsEnUS,
  'es-419': async () => (await import('./es-419.ts')).settingsEs419,
  'es-ES': async () => (await import('./es-ES.ts')).settingsEsES,
  'fr-CA': async () => (await import('./fr-CA.ts')).settingsFrCA,
}
