import { useEffect, useRef } from 'react'

/**
 * Scrolls a row sideways until its current item is visible, when another item becomes the current one and
 * when the row changes its size, as it does when a screen is turned. Returns the refs of the row and of the
 * current item.
 */
export function useCurrentInView(currentId: string | undefined) {
  const row = useRef<HTMLElement>(null)
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // The effect runs again for each current item.
    if (currentId === undefined || !row.current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => scrollToItem(row.current, item.current))
    observer.observe(row.current)
    return () => observer.disconnect()
  }, [currentId])
  return { row, item }
}

function scrollToItem(row: HTMLElement | null, item: HTMLElement | null): void {
  if (!row || !item) return
  const [outer, inner] = [row.getBoundingClientRect(), item.getBoundingClientRect()]
  const beforeStart = inner.left - outer.left
  const afterEnd = inner.right - outer.right
  // The beginning of an item that is wider than the row remains visible.
  if (beforeStart < 0) row.scrollLeft += beforeStart
  else if (afterEnd > 0) row.scrollLeft += Math.min(afterEnd, beforeStart)
}
