import type { FormProject } from '@parley/kit'
import type { ReactNode } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { AttemptCallout } from '../../pages/form/attempt-callout.tsx'
import { useTypedEmail } from '../../pages/form/typed-email.tsx'
import { useAttempt } from '../../pages/form/use-attempt.ts'
import { PageFrame } from '../../pages/layout/page-frame.tsx'
import type { EmailFormProps } from '../../pages/sign-in/credential-form.tsx'

interface SingleFormProps {
  renderForm: (props: EmailFormProps & { project: FormProject }) => ReactNode
}

/** A form of the sign-in or sign-up page alone. */
export function SingleForm(props: SingleFormProps) {
  return (
    <PageFrame fullPage={false}>
      <LoadedForm {...props} />
    </PageFrame>
  )
}

function LoadedForm({ renderForm }: SingleFormProps) {
  const project = useProject()
  const attempt = useAttempt()
  const [email, onEmailChange] = useTypedEmail()
  return (
    <>
      <AttemptCallout failed={attempt.failed} />
      {renderForm({ project, attempt, email, onEmailChange, offersPasskeys: false })}
    </>
  )
}
