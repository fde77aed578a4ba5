import { Button } from '@parley/ui'
import { useRouteContext } from '@tanstack/react-router'
import { isPhoneApiError } from '../../api/errors.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { RouterButtonLink } from '../router-link.tsx'
import type { ErrorExplanation } from './explain-error.ts'

interface NextStepProps {
  explanation: ErrorExplanation
  error: unknown
  onTryAgain?: () => void
}

/** The next step after an error, as a button or a link; nothing when the sentence is enough. */
export function NextStep({ explanation, error, onTryAgain }: NextStepProps) {
  const { t } = useLanguage()

  switch (explanation.nextStep) {
    case 'try-again':
    case 'wait':
      return onTryAgain ? (
        <Button size="small" onClick={onTryAgain}>
          {t('common.try-again')}
        </Button>
      ) : null
    case 'reload':
      return (
        <Button size="small" onClick={() => location.reload()}>
          {t('common.reload')}
        </Button>
      )
    case 'sign-in':
      return <SignInStep />
    case 'open-limits':
    case 'open-trunks':
      return (
        <RouterButtonLink size="small" to="/app-config">
          {t('common.open-configuration')}
        </RouterButtonLink>
      )
    case 'open-contact':
      return <OpenContactStep error={error} />
    case 'none':
    case 'ask-admin':
    case 'check-number':
    case 'check-form':
    case 'choose-number':
    case 'use-another-phone':
      return null
  }
}

function OpenContactStep({ error }: { error: unknown }) {
  const { t } = useLanguage()
  if (!isPhoneApiError(error, 'CONTACT_NUMBER_TAKEN')) return null
  const { contactId, name } = error.details
  if (contactId === null || name === null) return null
  return (
    <RouterButtonLink size="small" to="/contacts" search={{ contact: contactId }}>
      {t('contacts.show', { name })}
    </RouterButtonLink>
  )
}

function SignInStep() {
  const { t } = useLanguage()
  const { app } = useRouteContext({ from: '__root__' })
  return (
    <Button size="small" onClick={() => void app.redirectToSignIn()}>
      {t('common.sign-in')}
    </Button>
  )
}
