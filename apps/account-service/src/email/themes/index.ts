import type { AccountHandlers } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import type { SandboxService } from '../sandbox/index.ts'
import { createEmailTheme } from './create-theme.ts'
import { getEmailTheme } from './get-theme.ts'
import { listEmailThemes } from './list-themes.ts'
import { updateEmailTheme } from './update-theme.ts'

export { type LayoutLogo, type Palette, palettes, renderLayout, toDocument } from './layout.ts'
export { selectBuiltInTheme, selectTheme, type ThemeSelection } from './select-theme.ts'
export { builtInLightTheme, findTheme, type Theme } from './themes.ts'

export const emailThemeHandlers = {
  'GET /internal/email-themes': listEmailThemes,
  'POST /internal/email-themes': createEmailTheme,
  'GET /internal/email-themes/{id}': getEmailTheme,
  'PATCH /internal/email-themes/{id}': updateEmailTheme,
} satisfies Partial<AccountHandlers<Services & SandboxService>>
