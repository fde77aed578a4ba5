import type { EndpointError, Project } from '@parley/kit'
import { OrDivider, useForm } from '@parley/ui'
import { useState } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { type Translate, useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { AttemptForm } from '../form/attempt-form.tsx'
import { validateEmail } from '../form/email-address.ts'
import { EmailField } from '../form/email-field.tsx'
import type { Explanation } from '../form/explanation.ts'
import { useTypedEmail } from '../form/typed-email.tsx'
import { useAttempt } from '../form/use-attempt.ts'
import { PageHeading } from '../layout/page-layout.tsx'
import { PageButtonLink, PageLink } from '../layout/page-link.tsx'
import { explainUntrustedCallback } from '../sign-in/explain-link-error.ts'
import { magicLinkFragment } from '../sign-in/sign-in-page.tsx'
import { SentCard } from './sent-card.tsx'

/** Sends an e-mail with a link to set a new password. */
export function ForgotPasswordPage() {
  const app = useStackApp()
  const project = useProject()
  const { t } = useLanguage()
  const [email, setEmail] = useTypedEmail()
  const [sentCount, setSentCount] = useState(0)
  const attempt = useAttempt()
  const form = useForm({
    validate() {
      attempt.clear()
      return { email: email.trim() === '' ? t('forgot.email-required') : validateEmail(email, t) }
    },
    onValid: () => attempt.run(send),
  })

  async function send(): Promise<Explanation | null> {
    const result = await app.sendForgotPasswordEmail(email.trim())
    if (result.status === 'error') return explainForgotPasswordError(result.error, t, project)
    setSentCount((before) => before + 1)
    return null
  }

  if (sentCount > 0) {
    return (
      <SentCard
        email={email.trim()}
        sentCount={sentCount}
        attempt={attempt}
        onSendAgain={() => attempt.run(send)}
        onOtherEmail={() => {
          attempt.clear()
          setSentCount(0)
        }}
      />
    )
  }
  return (
    <>
      <PageHeading title={t('forgot.title')} sub={t('forgot.intro')} />
      <AttemptCallout failed={attempt.failed} />
      <AttemptForm form={form} attempt={attempt} submit={t('forgot.submit')}>
        <EmailField
          autoComplete="username"
          error={form.getError('email')}
          value={email}
          onChange={setEmail}
        />
      </AttemptForm>
      {project.config.magicLinkEnabled && <MagicLinkInstead />}
      <p className="mt-4.5 text-center text-small">
        <PageLink href={app.signInUrl()}>{t('forgot.sign-in')}</PageLink>
      </p>
    </>
  )
}

function MagicLinkInstead() {
  const app = useStackApp()
  const { t } = useLanguage()
  return (
    <>
      <OrDivider>{t('common.or')}</OrDivider>
      <div className="grid">
        <PageButtonLink href={app.signInUrl() + magicLinkFragment}>{t('forgot.with-link')}</PageButtonLink>
      </div>
    </>
  )
}

function explainForgotPasswordError(
  refusal: EndpointError<'POST /auth/password/send-reset-code'>,
  t: Translate,
  project: Project,
): Explanation {
  switch (refusal.code) {
    case 'PASSWORD_AUTHENTICATION_NOT_ENABLED':
      return {
        title: t('refusal.passwords-off'),
        advice: project.config.magicLinkEnabled ? t('refusal.passwords-off-advice') : '',
      }
    case 'REDIRECT_URL_NOT_WHITELISTED':
      return explainUntrustedCallback(t, project)
  }
}
