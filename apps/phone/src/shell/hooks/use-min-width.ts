import { type RefObject, useEffect, useState } from 'react'

/**
 * Returns whether an element has at least this width, and updates on resize: the call panel narrows the page
 * beside it.
 */
export function useMinWidth(element: RefObject<HTMLElement | null>, minPx: number): boolean {
  const [hasRoom, setHasRoom] = useState(() => window.innerWidth >= 1024)
  useEffect(() => {
    if (!element.current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => entry && setHasRoom(entry.contentRect.width >= minPx))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, minPx])
  return hasRoom
}
