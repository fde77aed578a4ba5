import { useRef } from 'react'

/**
 * Puts the focus into the page when what had it is gone: on what carries `data-takes-focus`, else on the page itself, so
 * that a keyboard does not begin at the top again.
 */
export function focusPage(): void {
  const page = document.querySelector<HTMLElement>('main')
  const place = page?.querySelector<HTMLElement>('[data-takes-focus]') ?? page
  place?.focus({ preventScroll: true })
}

/** Whether nothing has the focus: what had it was taken out of the page, or the person let go of it. */
export function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/**
 * Gives the focus back to what had it before something opened over the page; where that is gone, to the page. Radix
 * knows the opener by its trigger alone, and what opens here by state has none.
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
      if (hasNoFocus()) focusPage()
    },
  }
}
