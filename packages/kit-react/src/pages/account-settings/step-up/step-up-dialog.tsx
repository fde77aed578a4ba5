import type { CurrentUser } from '@parley/kit'
import { Button, Dialog, OrDivider } from '@parley/ui'
import { useState } from 'react'
import { getProviderName } from '../../../components/oauth-button/provider-name.ts'
import { useProject } from '../../../hooks/use-project.ts'
import { useStackApp } from '../../../hooks/use-stack-app.ts'
import { useLanguage } from '../../../provider/language.tsx'
import { PageButtonLink } from '../../layout/page-link.tsx'
import { type SettingsTranslate, useSettingsTexts } from '../shared/settings-texts.ts'
import { CodeStep } from './code-step.tsx'
import { listStepUpMethods, type StepUpMethod } from './list-step-up-methods.ts'
import { PasskeyStep } from './passkey-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { ProviderStep } from './provider-step.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'
import type { StepProps } from './use-step-end.ts'

interface StepUpDialogProps {
  user: CurrentUser
  onConfirmed: () => void
  onCancel: () => void
}

/** Signs the user in again, with a method of the user, and then with the second factor. */
export function StepUpDialog({ user, onConfirmed, onCancel }: StepUpDialogProps) {
  const { t } = useSettingsTexts()
  const [attemptCode, setAttemptCode] = useState<string | null>(null)
  const props = { user, onConfirmed, onCancel, onSecondFactor: setAttemptCode }

  return (
    <Dialog isOpen onClose={onCancel} title={t('confirm.title')} description={t('confirm.advice')}>
      {attemptCode === null ? (
        <FirstFactorStep {...props} />
      ) : (
        <SecondFactorStep {...props} attemptCode={attemptCode} />
      )}
    </Dialog>
  )
}

/** The step of one method, and buttons that select the others. */
function FirstFactorStep(props: StepProps) {
  const project = useProject()
  const { t } = useSettingsTexts()
  const { t: common } = useLanguage()
  // The methods remain while the user is fetched again in the new session.
  const [methods] = useState(() => listStepUpMethods(props.user, project))
  const [chosen, setChosen] = useState(methods[0])
  const others = methods.filter((method) => method !== chosen)
  if (!chosen) return <SignInAgain onCancel={props.onCancel} />
  return (
    <>
      <MethodStep {...props} method={chosen} />
      {others.length > 0 && (
        <div className="grid gap-2">
          <OrDivider>{common('common.or')}</OrDivider>
          {others.map((method) => {
            const label = getLabel(method, t)
            return (
              <Button key={label} onClick={() => setChosen(method)}>
                {label}
              </Button>
            )
          })}
        </div>
      )}
    </>
  )
}

function MethodStep({ method, ...props }: StepProps & { method: StepUpMethod }) {
  switch (method.kind) {
    case 'password':
      return <PasswordStep {...props} />
    case 'passkey':
      return <PasskeyStep {...props} />
    case 'code':
      return <CodeStep {...props} />
    case 'provider':
      return (
        <ProviderStep
          key={method.provider}
          provider={method.provider}
          expectedUserId={props.user.id}
          onCancel={props.onCancel}
        />
      )
  }
}

function getLabel(method: StepUpMethod, t: SettingsTranslate): string {
  return method.kind === 'provider'
    ? t('confirm.with-provider', { provider: getProviderName(method.provider) })
    : t(`confirm.with-${method.kind}`)
}

/** For users without a password and without sign-in by e-mail. */
function SignInAgain({ onCancel }: { onCancel: () => void }) {
  const app = useStackApp()
  const { t } = useSettingsTexts()
  const { t: common } = useLanguage()
  return (
    <div className="grid gap-3">
      <p>{t('confirm.sign-in-again')}</p>
      <PageButtonLink variant="primary" href={app.urls.signOut}>
        {common('sign-in.sign-out')}
      </PageButtonLink>
      <Button onClick={onCancel}>{t('page.cancel')}</Button>
    </div>
  )
}
