import type { CurrentUser, EndpointError, Result } from '@parley/kit'
import { Button, Dialog, Field, Input, PasswordField, useForm } from '@parley/ui'
import { type ReactNode, useState } from 'react'
import { useProject } from '../../../hooks/use-project.ts'
import { useStackApp } from '../../../hooks/use-stack-app.ts'
import { useLanguage } from '../../../provider/language.tsx'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { shortCodeLength } from '../../form/code.ts'
import { type Explanation, explainFailure } from '../../form/explanation.ts'
import { TotpField } from '../../form/totp-field.tsx'
import { type Attempt, useAttempt } from '../../form/use-attempt.ts'
import { PageButtonLink } from '../../layout/page-link.tsx'
import { useSettingsTexts } from './settings-texts.ts'

interface StepUpDialogProps {
  user: CurrentUser
  onConfirmed: () => void
  onCancel: () => void
}

/** Signs the user in again, with the password or a code by e-mail, and then with the second factor. */
export function StepUpDialog({ user, onConfirmed, onCancel }: StepUpDialogProps) {
  const { config } = useProject()
  const { t } = useSettingsTexts()
  const [attemptCode, setAttemptCode] = useState<string | null>(null)
  const [before] = useState(() =>
    user.getActiveSessions().then(
      (sessions) => sessions.find(({ isCurrentSession }) => isCurrentSession),
      () => undefined,
    ),
  )
  const confirmed = async () => {
    // The new session replaces the one in which the change was requested.
    const session = await before
    if (session) await user.revokeSession(session.id).catch(() => {})
    onConfirmed()
  }
  const props = { user, onConfirmed: confirmed, onCancel, onSecondFactor: setAttemptCode }

  return (
    <Dialog isOpen onClose={onCancel} title={t('confirm.title')} description={t('confirm.advice')}>
      {attemptCode !== null ? (
        <SecondFactorStep {...props} attemptCode={attemptCode} />
      ) : user.hasPassword && config.credentialEnabled ? (
        <PasswordStep {...props} />
      ) : user.otpAuthEnabled && config.magicLinkEnabled ? (
        <CodeStep {...props} />
      ) : (
        <SignInAgain onCancel={onCancel} />
      )}
    </Dialog>
  )
}

interface StepProps {
  user: CurrentUser
  onConfirmed: () => Promise<void>
  onCancel: () => void
  onSecondFactor: (attemptCode: string) => void
}

type StepError = EndpointError<
  'POST /auth/password/sign-in' | 'POST /auth/otp/sign-in' | 'POST /auth/mfa/sign-in'
>

/** Returns the function that ends a step with the result of its sign-in. */
function useStepEnd({ onConfirmed, onSecondFactor }: StepProps, wrong: string) {
  const { t } = useLanguage()
  return async (signIn: () => Promise<Result<unknown, StepError>>): Promise<Explanation | null> => {
    const result = await signIn()
    if (result.status === 'ok') await onConfirmed()
    else if (result.error.code === 'MULTI_FACTOR_AUTHENTICATION_REQUIRED')
      onSecondFactor(result.error.details.attempt_code)
    else if (wrongInput.has(result.error.code)) return { title: wrong, advice: '' }
    else return explainFailure(result.error, t)
    return null
  }
}

const wrongInput: ReadonlySet<string> = new Set([
  'EMAIL_PASSWORD_MISMATCH',
  'INVALID_TOTP_CODE',
  'VERIFICATION_CODE_NOT_FOUND',
  'VERIFICATION_CODE_EXPIRED',
  'VERIFICATION_CODE_ALREADY_USED',
  'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED',
])

function PasswordStep(props: StepProps) {
  const app = useStackApp()
  const { t } = useSettingsTexts()
  const { t: common } = useLanguage()
  const attempt = useAttempt()
  const end = useStepEnd(props, t('confirm.wrong-password'))
  const [password, setPassword] = useState('')
  const form = useForm({
    validate: () => ({ password: password === '' && common('form.password-required') }),
    onValid: () =>
      attempt.run(async () => {
        const email = await findSignInEmail(props.user)
        const options = { noRedirect: true, secondFactor: 'return' } as const
        return await end(() => app.signInWithCredential({ email, password, ...options }))
      }),
  })
  return (
    <StepForm formProps={form.props} attempt={attempt} onCancel={props.onCancel}>
      <Field label={common('common.password')} error={form.getError('password')}>
        <PasswordField
          name="password"
          autoFocus
          autoComplete="current-password"
          showLabel={common('common.show-password')}
          hideLabel={common('common.hide-password')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </StepForm>
  )
}

function CodeStep(props: StepProps) {
  const app = useStackApp()
  const { t } = useSettingsTexts()
  const { t: common } = useLanguage()
  const attempt = useAttempt()
  const end = useStepEnd(props, t('confirm.wrong-code'))
  const [nonce, setNonce] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const send = () =>
    attempt.run(async () => {
      const result = await app.sendMagicLinkEmail(await findSignInEmail(props.user))
      if (result.status === 'error') return explainFailure(result.error, common)
      setNonce(result.data.nonce)
      return null
    })
  const form = useForm({
    validate: () => ({ code: code.length !== shortCodeLength && common('form.code-invalid') }),
    onValid: () =>
      attempt.run(() =>
        end(() =>
          app.signInWithMagicLink(`${code.toLowerCase()}${nonce}`, {
            noRedirect: true,
            secondFactor: 'return',
          }),
        ),
      ),
  })
  if (nonce === null)
    return (
      <div className="grid gap-3">
        <AttemptCallout failed={attempt.failed} />
        <Button variant="primary" state={attempt.isBusy ? 'busy' : 'idle'} onClick={send}>
          {t('confirm.send-code', { email: props.user.primaryEmail ?? '' })}
        </Button>
        <Button onClick={props.onCancel}>{t('page.cancel')}</Button>
      </div>
    )
  return (
    <StepForm formProps={form.props} attempt={attempt} onCancel={props.onCancel}>
      <Field label={t('confirm.code')} error={form.getError('code')}>
        <Input
          name="code"
          autoFocus
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value.trim())}
        />
      </Field>
    </StepForm>
  )
}

function SecondFactorStep({ attemptCode, ...props }: StepProps & { attemptCode: string }) {
  const app = useStackApp()
  const { t } = useSettingsTexts()
  const attempt = useAttempt()
  const end = useStepEnd(props, t('factor.wrong'))
  const { t: common } = useLanguage()
  const [totp, setTotp] = useState('')
  const form = useForm({
    validate: () => ({ totp: totp.length < 6 && common('mfa.incomplete') }),
    onValid: () => attempt.run(() => end(() => app.signInWithMfa(totp, attemptCode, { noRedirect: true }))),
  })
  return (
    <StepForm formProps={form.props} attempt={attempt} onCancel={props.onCancel}>
      <TotpField error={form.getError('totp')} value={totp} onChange={setTotp} />
    </StepForm>
  )
}

interface StepFormProps {
  formProps: ReturnType<typeof useForm>['props']
  attempt: Attempt
  onCancel: () => void
  children: ReactNode
}

function StepForm({ formProps, attempt, onCancel, children }: StepFormProps) {
  const { t } = useSettingsTexts()
  return (
    <form {...formProps} className="grid gap-4">
      <AttemptCallout failed={attempt.failed} />
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{t('page.cancel')}</Button>
        <Button type="submit" variant="primary" state={attempt.isBusy ? 'busy' : 'idle'}>
          {t('confirm.proceed')}
        </Button>
      </div>
    </form>
  )
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

async function findSignInEmail(user: CurrentUser): Promise<string> {
  const channels = await user.listContactChannels()
  return channels.find(({ usedForAuth }) => usedForAuth)?.value ?? user.primaryEmail ?? ''
}
