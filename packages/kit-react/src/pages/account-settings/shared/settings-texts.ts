import type { Translator } from '@parley/i18n'
import { settingsEnUS } from '../../../locales/account-settings/en-US.ts'
import { settingsLoaders } from '../../../locales/account-settings/index.ts'
import { createTexts } from '../../../provider/create-texts.ts'

/** Returns a text of the account settings with its placeholders filled. */
export type SettingsTranslate = Translator<typeof settingsEnUS>['t']

/** Returns the texts of the account settings. Suspends until they are loaded. */
export const useSettingsTexts = createTexts(settingsEnUS, settingsLoaders)
