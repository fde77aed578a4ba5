import { useEffect, useEffectEvent } from 'react'
import { commandPalette, hasCommandKey, openCommandPalette } from './palette-store.ts'

/**
 * Opens and closes the palette with Ctrl K, on Apple devices with Command K: there, Ctrl K deletes text. Elements with
 * `data-own-shortcuts` handle the key instead.
 *
 * @param isCovered - Whether an incoming call covers the page.
 */
export function usePaletteShortcut(isCovered: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = hasCommandKey() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
    if (!hasModifier || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return
    if (event.repeat || event.defaultPrevented || hasOwnShortcuts(event.target)) return
    if (commandPalette.get() === 'open') commandPalette.set('closed')
    else if (isCovered || !openCommandPalette()) return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

function hasOwnShortcuts(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-own-shortcuts]') !== null
}
