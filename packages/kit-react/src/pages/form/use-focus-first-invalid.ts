import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Moves the focus to the first invalid field of a form whenever `cause` has become another one. */
export function useFocusFirstInvalid(cause: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)

  useLayoutEffect(() => {
    if (cause) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [cause])
  return form
}
