import { Button } from '@parley/ui'
import { useRouteContext } from '@tanstack/react-router'
import { isRefusal } from '../api/refusal.ts'
import { useLanguage } from '../locales/language.tsx'
import type { Explanation } from './explain-failure.ts'
import { RouterButtonLink } from './router-link.tsx'

interface NextStepProps {
  explanation: Explanation
  error: unknown
  onTryAgain?: () => void
}

/** The one thing that helps after a failure, as a button or a link; nothing where the sentence says it all. */
export function NextStep({ explanation, error, onTryAgain }: NextStepProps) {
  const { text } = useLanguage()

  switch (explanation.nextStep) {
    case 'try-again':
    case 'wait':
      return onTryAgain ? (
        <Button size="small" onClick={onTryAgain}>
          {text('common.try-again')}
        </Button>
      ) : null
    case 'reload':
      return (
        <Button size="small" onClick={() => location.reload()}>
          {text('common.reload')}
        </Button>
      )
    case 'sign-in':
      return <SignInStep />
    case 'open-limits':
    case 'open-trunks':
      return (
        <RouterButtonLink size="small" to="/app-config">
          {text('common.open-configuration')}
        </RouterButtonLink>
      )
    case 'open-contact':
      return isRefusal(error, 'CONTACT_NUMBER_TAKEN') ? (
        <RouterButtonLink size="small" to="/contacts" search={{ contact: error.details.contactId }}>
          {text('contacts.show', { name: error.details.name })}
        </RouterButtonLink>
      ) : null
    case 'none':
    case 'ask-admin':
    case 'check-number':
    case 'check-form':
    case 'choose-number':
    case 'use-another-phone':
      return null
  }
}

function SignInStep() {
  const { text } = useLanguage()
  const { app } = useRouteContext({ from: '__root__' })
  return (
    <Button size="small" onClick={() => void app.redirectToSignIn()}>
      {text('common.sign-in')}
    </Button>
  )
}
