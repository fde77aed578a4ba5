import { type FormEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** What is wrong in a form: by the `name` of a control, a sentence. Controls with which nothing is wrong are left out, or null. */
export type FormProblems = Readonly<Record<string, ReactNode>>

interface CheckedFormOptions {
  /** Finds everything that is wrong with what was written, at once. It does not reject. */
  check: () => FormProblems | Promise<FormProblems>
  /** Nothing is wrong: the form may be sent. */
  onComplete: () => void
  /** A refusal of the form as a whole, told elsewhere; controls that take part mark themselves as invalid. */
  refused?: unknown
}

export interface CheckedForm {
  /** For the `form` element, whose controls have names. */
  readonly props: {
    readonly ref: RefObject<HTMLFormElement | null>
    readonly noValidate: true
    readonly onSubmit: (event: FormEvent) => void
    readonly onInput: (event: FormEvent) => void
  }
  readonly isChecking: boolean
  /** What to say at a control; null where nothing is wrong. */
  problemOf(name: string): ReactNode
  /** Says what the receiver of the form finds wrong, in the same way. */
  tell(problems: FormProblems): void
}

/**
 * A form that tells all its problems at the same time, each at its control, and moves the focus to the first. A problem
 * is gone when its control changes.
 */
export function useCheckedForm({ check, onComplete, refused }: CheckedFormOptions): CheckedForm {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<FormProblems>({})
  const [timesTold, setTimesTold] = useState(0)
  const [isChecking, setIsChecking] = useState(false)
  const isUnderWay = useRef(false)

  useLayoutEffect(() => {
    if (timesTold > 0 || refused) focusFirstInvalid(form.current)
  }, [timesTold, refused])

  const tell = (found: FormProblems) => {
    setProblems(found)
    setTimesTold((before) => before + 1)
  }
  const settle = (found: FormProblems) => {
    if (Object.values(found).some(Boolean)) return tell(found)
    setProblems({})
    onComplete()
  }
  const settleLater = async (finding: Promise<FormProblems>) => {
    isUnderWay.current = true
    setIsChecking(true)
    const found = await finding
    isUnderWay.current = false
    setIsChecking(false)
    settle(found)
  }

  return {
    props: {
      ref: form,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault()
        if (isUnderWay.current) return
        const found = check()
        if (found instanceof Promise) void settleLater(found)
        else settle(found)
      },
      onInput({ target }) {
        const name = 'name' in target ? String(target.name) : ''
        setProblems((before) => (before[name] ? { ...before, [name]: null } : before))
      },
    },
    isChecking,
    problemOf: (name) => problems[name] ?? null,
    tell,
  }
}

function focusFirstInvalid(form: HTMLFormElement | null): void {
  const invalid = form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? []
  // What is wrong must not lie folded away.
  for (const control of invalid) control.closest('details')?.setAttribute('open', '')
  invalid[0]?.focus()
}
