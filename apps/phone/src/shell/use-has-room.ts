import { type RefObject, useEffect, useState } from 'react'

/** Whether an element is at least so wide, followed as it changes: the live panel takes room from the page beside it. */
export function useHasRoom(element: RefObject<HTMLElement | null>, leastPx: number): boolean {
  const [hasRoom, setHasRoom] = useState(() => window.innerWidth >= 1024)
  useEffect(() => {
    if (!element.current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => entry && setHasRoom(entry.contentRect.width >= leastPx))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, leastPx])
  return hasRoom
}
