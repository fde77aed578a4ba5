import { useEffect } from 'react'

/**
 * Lets the arrow keys move the focus through the elements with `data-arrow-item` in an element with `data-arrow-keys`.
 * The element with `data-arrow-field` in it, usually a search, comes before them.
 */
export function useArrowKeys(): void {
  useEffect(() => {
    // Several parts of a page may use the keys: the same function would be added once, and removed by the first of them.
    const listener = (event: KeyboardEvent) => moveFocus(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

function moveFocus(event: KeyboardEvent): void {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
  const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
  if (!isPlain || !isArrow || event.defaultPrevented) return
  const focused = document.activeElement
  const list = focused?.closest('[data-arrow-keys]')
  const stops = [...(list?.querySelectorAll<HTMLElement>('[data-arrow-field], [data-arrow-item]') ?? [])]
  const index = stops.findIndex((stop) => stop.contains(focused))
  if (index < 0) return
  event.preventDefault()
  stops[index + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}
