import { emailTemplates } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { createEmailTheme } from './create-theme.ts'
import { getEmailTheme } from './get-theme.ts'
import { listEmailThemes } from './list-themes.ts'
import { updateEmailTheme } from './update-theme.ts'

export { type Palette, palettes, renderLayout, toDocument } from './layout.ts'
export { selectTheme, type ThemeSelection } from './select-theme.ts'
export { builtInLightTheme, findTheme, type Theme } from './themes.ts'

export function serveEmailThemes(serve: AccountRouter, services: Services): void {
  serve(emailTemplates.listEmailThemes, (request) => listEmailThemes(services, request))
  serve(emailTemplates.createEmailTheme, (request) => createEmailTheme(services, request))
  serve(emailTemplates.getEmailTheme, (request) => getEmailTheme(services, request))
  serve(emailTemplates.updateEmailTheme, (request) => updateEmailTheme(services, request))
}
