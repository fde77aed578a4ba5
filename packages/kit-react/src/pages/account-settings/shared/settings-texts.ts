import { createTranslator, type Translator } from '@parley/i18n'
import { use } from 'react'
import { settingsEnUS } from '../../../locales/account-settings/en-US.ts'
import { settingsLoaders } from '../../../locales/account-settings/index.ts'
import type { Locale } from '../../../locales/index.ts'
import { useLanguage } from '../../../provider/language.tsx'

type SettingsTranslator = Translator<typeof settingsEnUS>

/** Returns a text of the account settings with its placeholders filled. */
export type SettingsTranslate = SettingsTranslator['t']

const translators = new Map<Locale, Promise<SettingsTranslator>>()

/** Returns the texts of the account settings. Suspends until they are loaded. */
export function useSettingsTexts(): SettingsTranslator {
  return use(loadTranslator(useLanguage().locale))
}

function loadTranslator(locale: Locale): Promise<SettingsTranslator> {
  const known = translators.get(locale)
  if (known !== undefined) return known

  const translator = settingsLoaders[locale]()
    .catch(() => settingsEnUS)
    .then((messages) => createTranslator<typeof settingsEnUS>(locale, messages))
  translators.set(locale, translator)
  return translator
}
