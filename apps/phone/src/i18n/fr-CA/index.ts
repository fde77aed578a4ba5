import { configuration } from './configuration.ts'
import { currentCall } from './current-call.ts'
import { screens } from './screens.ts'
import { shell } from './shell.ts'

export const frCA = { ...currentCall, ...screens, ...shell, ...configuration }
