import type { Translation } from '@parley/i18n'
import { configuration } from './configuration.ts'
import { currentCall } from './current-call.ts'
import { screens } from './screens.ts'
import { shell } from './shell.ts'

/**
 * All messages of the phone. English is the reference catalogue: all others have the same keys and
 * placeholders. Keys ending in `.one` and `.other` are plural forms.
 */
export const enUS = { ...currentCall, ...screens, ...shell, ...configuration } as const

export type Messages = Translation<typeof enUS>
