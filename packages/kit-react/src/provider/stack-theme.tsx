import { Theme, useThemeMode } from '@parley/ui'
import type { ReactNode } from 'react'
import { type ThemeConfig, toThemeCss } from './theme-css.ts'

interface StackThemeProps {
  theme?: ThemeConfig
  /** The nonce of the page's content security policy. The theme is the only style that the kit inserts. */
  nonce?: string
  children?: ReactNode
}

/**
 * Applies a theme, in the light or dark mode of the surrounding page. It applies to the whole page, because
 * dialogs and menus are attached to its body.
 */
export function StackTheme({ theme, nonce, children }: StackThemeProps) {
  const mode = useThemeMode()
  return (
    <Theme>
      {theme && <style nonce={nonce}>{toThemeCss(theme, mode)}</style>}
      {children}
    </Theme>
  )
}
