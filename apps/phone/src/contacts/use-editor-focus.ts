import { focusPage, isFocusLost } from '@parley/ui'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Restores the focus when the contact editor closes: to the link that opened it (`data-opens-editor`), or to
 * the page if that link is gone.
 */
export function useEditorFocus(
  page: RefObject<HTMLElement | null>,
  edit: 'new' | 'existing' | undefined,
): void {
  const editBefore = useRef(edit)
  useEffect(() => {
    const closed = editBefore.current
    editBefore.current = edit
    if (closed === undefined || edit !== undefined || !isFocusLost()) return
    page.current?.querySelector<HTMLElement>(`[data-opens-editor="${closed}"]`)?.focus()
    if (isFocusLost()) focusPage()
  }, [page, edit])
}
