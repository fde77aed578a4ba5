import { Button, type CheckedForm } from '@parley/ui'
import type { ReactNode } from 'react'
import type { Attempt } from './use-attempt.ts'

interface AttemptFormProps {
  form: CheckedForm
  attempt: Attempt
  /** What the button says. */
  submit: string
  /** Other ways on, below the button. */
  after?: ReactNode
  children: ReactNode
}

/** The form of every page: fields, one button, and what else can be done. */
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
