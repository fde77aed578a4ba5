import { Button, type UseFormResult } from '@parley/ui'
import type { ReactNode } from 'react'
import type { Attempt } from './use-attempt.ts'

interface AttemptFormProps {
  form: UseFormResult
  attempt: Attempt
  /** Label of the submit button. */
  submit: string
  /** Alternative actions below the button. */
  after?: ReactNode
  children: ReactNode
}

/** The form layout of all pages: fields, a submit button and alternative actions. */
export function AttemptForm({ form, attempt, submit, after, children }: AttemptFormProps) {
  return (
    <form {...form.props} className="grid gap-3.5 pt-4">
      {children}
      <Button
        type="submit"
        variant="primary"
        size="large"
        width="full"
        state={attempt.isBusy ? 'busy' : 'idle'}
      >
        {submit}
      </Button>
      {after}
    </form>
  )
}
