export type ThemeMode = 'light' | 'dark'

const themeAttributes = ['data-theme', 'data-color-scheme', 'data-mode', 'data-bs-theme', 'theme'] as const

/** On a scale from 0 to 255. */
const darkBelowLuma = 128

/**
 * Detects whether the page is light or dark, from the root element's `data-theme`, its `color-scheme`, other
 * theme attributes, class names, and finally the background colour. A page that supports both modes follows
 * the system preference.
 */
export function detectThemeMode(page: Document = document): ThemeMode {
  const root = page.documentElement
  const style = page.defaultView?.getComputedStyle(root)

  return (
    parseMode(root.getAttribute('data-theme') ?? '') ??
    parseColorScheme(style?.colorScheme ?? '') ??
    parseMode(themeAttributes.map((name) => root.getAttribute(name) ?? '').join(' ')) ??
    parseMode(root.className) ??
    (style?.colorScheme.includes('light') ? getSystemMode(page) : null) ??
    getBackgroundMode(page) ??
    'light'
  )
}

/** Calls `onChange` with each change of the mode. Returns the function that stops watching. */
export function watchThemeMode(onChange: (mode: ThemeMode) => void, page: Document = document): () => void {
  let before = detectThemeMode(page)
  const check = () => {
    const mode = detectThemeMode(page)
    if (mode === before) return
    before = mode
    onChange(mode)
  }

  const observer = new MutationObserver(check)
  observer.observe(page.documentElement, { attributes: true })
  if (page.body) observer.observe(page.body, { attributes: true, attributeFilter: ['class', 'style'] })
  const system = page.defaultView?.matchMedia?.('(prefers-color-scheme: dark)')
  system?.addEventListener('change', check)

  return () => {
    observer.disconnect()
    system?.removeEventListener('change', check)
  }
}

function parseMode(text: string): ThemeMode | null {
  const isDark = /dark/i.test(text)
  const isLight = /light/i.test(text)
  if (isDark === isLight) return null
  return isDark ? 'dark' : 'light'
}

/** `light dark` supports both and returns null. */
function parseColorScheme(value: string): ThemeMode | null {
  return parseMode(value)
}

function getSystemMode(page: Document): ThemeMode | null {
  const system = page.defaultView?.matchMedia?.('(prefers-color-scheme: dark)')
  return system ? (system.matches ? 'dark' : 'light') : null
}

function getBackgroundMode(page: Document): ThemeMode | null {
  for (const element of [page.body, page.documentElement]) {
    const colour = element && page.defaultView?.getComputedStyle(element).backgroundColor
    const luma = colour ? computeLuma(colour) : null
    if (luma !== null) return luma < darkBelowLuma ? 'dark' : 'light'
  }
  return null
}

/** Returns the luma of an `rgb()` or `rgba()` colour; null if it is transparent or in another format. */
function computeLuma(colour: string): number | null {
  const parts = colour
    .match(/^rgba?\(([^)]+)\)$/)?.[1]
    ?.split(/[\s,/]+/)
    .map(Number)
  const [red, green, blue, alpha = 1] = parts ?? []
  if (red === undefined || green === undefined || blue === undefined || alpha === 0) return null
  return (299 * red + 587 * green + 114 * blue) / 1_000
}
