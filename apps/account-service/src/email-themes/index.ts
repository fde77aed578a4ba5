import { emailTemplates } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { createEmailTheme } from './create-theme.ts'
import { getEmailTheme } from './get-theme.ts'
import { listEmailThemes } from './list-themes.ts'
import { updateEmailTheme } from './update-theme.ts'

export { chooseTheme, type ThemeChoice } from './choose-theme.ts'
export { asDocument, frame, type Palette, palettes } from './frame.ts'
export { findTheme, type Theme, unchangedLightTheme } from './themes.ts'

export function serveEmailThemes(serve: Serve, services: Services): void {
  serve(emailTemplates.listEmailThemes, (request) => listEmailThemes(services, request))
  serve(emailTemplates.createEmailTheme, (request) => createEmailTheme(services, request))
  serve(emailTemplates.getEmailTheme, (request) => getEmailTheme(services, request))
  serve(emailTemplates.updateEmailTheme, (request) => updateEmailTheme(services, request))
}
