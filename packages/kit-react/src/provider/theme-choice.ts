export type ThemeChoice = 'system' | 'light' | 'dark'

/** Shared by the applications and pages of an origin, like the language. */
const storageKey = 'parley-theme'

/** Returns the appearance that the user selected. */
export function loadThemeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Applies an appearance to the page and stores it. */
export function applyThemeChoice(choice: ThemeChoice): void {
  if (choice === 'system') document.documentElement.removeAttribute('data-theme')
  else document.documentElement.setAttribute('data-theme', choice)
  try {
    if (choice === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, choice)
  } catch {
    // Storage may be blocked. The choice then lasts until the page is closed.
  }
}

/**
 * Applies the appearance that the user selected before. An application that has set its own appearance keeps
 * it otherwise.
 */
export function applyStoredTheme(): void {
  const choice = loadThemeChoice()
  if (choice !== 'system') applyThemeChoice(choice)
}
