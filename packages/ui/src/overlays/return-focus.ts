import { useRef } from 'react'

/**
 * Moves the focus to the dialog or drawer that is open above the others, if there is one; otherwise to the element with
 * `data-takes-focus`, otherwise to `main`. Use it after the focused element was removed, so that keyboard navigation
 * does not restart at the top of the document.
 */
export function focusPage(): void {
  const [dialog] = [
    ...document.querySelectorAll<HTMLElement>('[role$="dialog"][data-state="open"]'),
  ].reverse()
  const page = dialog ?? document.querySelector<HTMLElement>('main')
  const target = page?.querySelector<HTMLElement>('[data-takes-focus]') ?? page
  target?.focus({ preventScroll: true })
}

/** Returns whether no element has the focus. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/**
 * Restores the focus when an overlay closes: to the element that had it before, otherwise to the page. Radix
 * restores the focus to triggers only, and overlays opened by state have no trigger.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
      if (isFocusLost()) focusPage()
    },
  }
}
