import { type FormEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Error messages by the `name` of the control. Valid controls are missing or null. */
export type FormErrors = Readonly<Record<string, ReactNode>>

interface UseFormOptions {
  /** Returns the errors of all controls. A returned promise must not reject. */
  validate: () => FormErrors | Promise<FormErrors>
  /** Called when the form is valid. */
  onValid: () => void
  /**
   * Changes when the form as a whole was rejected. The error is shown elsewhere; the first invalid control
   * gets the focus.
   */
  rejection?: unknown
}

export interface UseFormResult {
  /** Props of the `form` element. Its controls need names. */
  readonly props: {
    readonly ref: RefObject<HTMLFormElement | null>
    readonly noValidate: true
    readonly onSubmit: (event: FormEvent) => void
    readonly onInput: (event: FormEvent) => void
  }
  readonly isValidating: boolean
  /** Returns the error message of a control, or null. */
  getError(name: string): ReactNode
  /** Shows errors that were returned by the server. */
  setErrors(problems: FormErrors): void
}

/**
 * Validates a form on submit. All errors are shown together at their controls and the first invalid control
 * gets the focus. An error disappears when its control changes.
 */
export function useForm({
  validate: check,
  onValid: onComplete,
  rejection: refused,
}: UseFormOptions): UseFormResult {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<FormErrors>({})
  const [errorCount, setErrorCount] = useState(0)
  const [isChecking, setIsChecking] = useState(false)
  const isPending = useRef(false)

  useLayoutEffect(() => {
    if (errorCount > 0 || refused) focusFirstInvalid(form.current)
  }, [errorCount, refused])

  const showErrors = (found: FormErrors) => {
    setProblems(found)
    setErrorCount((before) => before + 1)
  }
  const finish = (found: FormErrors) => {
    if (Object.values(found).some(Boolean)) return showErrors(found)
    setProblems({})
    onComplete()
  }
  const finishAsync = async (validation: Promise<FormErrors>) => {
    isPending.current = true
    setIsChecking(true)
    const found = await validation
    isPending.current = false
    setIsChecking(false)
    finish(found)
  }

  return {
    props: {
      ref: form,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault()
        if (isPending.current) return
        const found = check()
        if (found instanceof Promise) void finishAsync(found)
        else finish(found)
      },
      onInput({ target }) {
        const name = 'name' in target ? String(target.name) : ''
        setProblems((before) => (before[name] ? { ...before, [name]: null } : before))
      },
    },
    isValidating: isChecking,
    getError: (name) => problems[name] ?? null,
    setErrors: showErrors,
  }
}

function focusFirstInvalid(form: HTMLFormElement | null): void {
  const invalid = form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? []
  // Expand collapsed sections that contain invalid controls.
  for (const control of invalid) control.closest('details')?.setAttribute('open', '')
  invalid[0]?.focus()
}
