import { type ReactNode, useSyncExternalStore } from 'react'
import { detectThemeMode, type ThemeMode, watchThemeMode } from './theme-mode.ts'

/** The mode of the page, as it is now. */
export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(watchThemeMode, detectThemeMode, () => 'light' as const)
}

/** Gives its region the mode of the page around it, also where only the page's background tells which that is. */
export function Theme({ children }: { children: ReactNode }) {
  const mode = useThemeMode()
  return (
    <div data-theme={mode} className="contents text-ink">
      {children}
    </div>
  )
}
