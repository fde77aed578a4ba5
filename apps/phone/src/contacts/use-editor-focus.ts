import { focusPage, hasNoFocus } from '@parley/ui'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Gives the focus back when the editor of a contact closes: to the link that opens it, marked with `data-opens-editor`, or
 * to the page where that link is gone.
 */
export function useEditorFocus(
  page: RefObject<HTMLElement | null>,
  edit: 'new' | 'existing' | undefined,
): void {
  const editBefore = useRef(edit)
  useEffect(() => {
    const closed = editBefore.current
    editBefore.current = edit
    if (closed === undefined || edit !== undefined || !hasNoFocus()) return
    page.current?.querySelector<HTMLElement>(`[data-opens-editor="${closed}"]`)?.focus()
    if (hasNoFocus()) focusPage()
  }, [page, edit])
}
