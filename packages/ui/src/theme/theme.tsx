import { type ReactNode, useSyncExternalStore } from 'react'
import { detectThemeMode, type ThemeMode, watchThemeMode } from './theme-mode.ts'

/** Returns the current mode of the page. */
export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(watchThemeMode, detectThemeMode, () => 'light' as const)
}

/**
 * Applies the mode of the surrounding page to its content, even if it can only be detected from the
 * background.
 */
export function Theme({ children }: { children: ReactNode }) {
  const mode = useThemeMode()
  return (
    <div data-theme={mode} className="contents text-ink">
      {children}
    </div>
  )
}
