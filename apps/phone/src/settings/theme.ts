import type { me } from '@parley/contract/phone'

type Theme = me.UserSettings['theme']

const key = 'parley.theme'

/** Shows the phone in a theme. Stored in this browser, so that the next start does not begin in another one. */
export function applyTheme(theme: Theme): void {
  localStorage.setItem(key, theme)
  show(theme)
}

/** Applies the theme that this browser showed last, before the settings are known. */
export function applyStoredTheme(): void {
  show(localStorage.getItem(key))
}

function show(theme: string | null): void {
  const { dataset } = document.documentElement
  if (theme === 'light' || theme === 'dark') dataset.theme = theme
  else delete dataset.theme
}
