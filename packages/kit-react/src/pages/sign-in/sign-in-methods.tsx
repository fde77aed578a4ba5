import type { FormProject } from '@parley/kit'
import { Callout, OrDivider, Tabs } from '@parley/ui'
import { type ReactNode, useState } from 'react'
import { OAuthButtonGroup } from '../../components/oauth-button/oauth-button-group.tsx'
import { PasskeyButton } from '../../components/passkey-button/passkey-button.tsx'
import { supportsPasskeys } from '../../components/passkey-button/passkey-support.ts'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import type { Explanation } from '../form/explanation.ts'
import { useTypedEmail } from '../form/typed-email.tsx'
import { useAttempt } from '../form/use-attempt.ts'
import { PageHeading } from '../layout/page-layout.tsx'
import { ProjectDestination } from '../layout/project-destination.tsx'
import { NameCard } from '../name/name-card.tsx'
import type { EmailFormProps } from './credential-form.tsx'
import { MagicLinkForm } from './magic-link-form.tsx'

type SignInMethod = 'password' | 'link'

interface SignInMethodsProps {
  type: 'sign-in' | 'sign-up'
  project: FormProject
  title: string
  /** Accessible name of the method tabs. */
  label: string
  /** The initially selected method if there are several. */
  defaultMethod: SignInMethod
  /**
   * Renders the password form. `onLink` switches to the magic link form; null if magic links are disabled.
   */
  passwordForm: (shared: EmailFormProps, onLink: (() => void) | null) => ReactNode
  /** Shown above the methods. */
  notice?: Explanation | false
  /** Shown instead of a form if no method is enabled. */
  noMethodNotice?: ReactNode
  /** Content of the application at the end. */
  extraInfo?: ReactNode
  children: ReactNode
}

/** Heading, error and form of the selected method, shared by sign-in and sign-up. */
export function SignInMethods({
  type,
  project,
  title,
  label,
  defaultMethod,
  passwordForm,
  notice = false,
  noMethodNotice,
  extraInfo,
  children,
}: SignInMethodsProps) {
  const { t } = useLanguage()
  const [chosen, setChosen] = useState(defaultMethod)
  const [isAskingName, setIsAskingName] = useState(false)
  const attempt = useAttempt()
  const [email, setEmail] = useTypedEmail()
  const { credentialEnabled, magicLinkEnabled, oauthProviders, passkeyEnabled } = project.config
  const hasForm = credentialEnabled || magicLinkEnabled
  const hasPasskeys = type === 'sign-in' && passkeyEnabled && supportsPasskeys()
  const hasOthers = hasPasskeys || oauthProviders.length > 0
  const areBoth = credentialEnabled && magicLinkEnabled
  const method = areBoth ? chosen : magicLinkEnabled ? 'link' : 'password'
  const choose = (next: SignInMethod) => {
    attempt.clear()
    setChosen(next)
  }
  const shared = { attempt, email, onEmailChange: setEmail, offersPasskeys: hasPasskeys }
  const onLink = magicLinkEnabled ? () => choose('link') : null
  const linkForm = <MagicLinkForm project={project} onAskName={() => setIsAskingName(true)} {...shared} />
  const form = method === 'link' ? linkForm : passwordForm(shared, onLink)

  if (isAskingName) return <NameCard />
  return (
    <>
      <PageHeading title={title} sub={<ProjectDestination project={project} />} />
      {notice && <Notice {...notice} />}
      <AttemptCallout failed={attempt.failed} />
      {areBoth && (
        <Tabs
          label={label}
          tabs={[
            { value: 'password', label: t('sign-in.with-password') },
            { value: 'link', label: t('sign-in.with-link') },
          ]}
          value={method}
          onChange={choose}
          className="mt-3.5"
        >
          {form}
        </Tabs>
      )}
      {credentialEnabled !== magicLinkEnabled && form}
      {hasOthers && <OtherMethods type={type} hasForm={hasForm} hasPasskeys={hasPasskeys} />}
      {!hasForm && !hasOthers && noMethodNotice}
      {children && <p className="mt-4.5 text-center text-small text-ink-soft">{children}</p>}
      {extraInfo && <div className="mt-4.5 text-center text-small text-ink-soft">{extraInfo}</div>}
    </>
  )
}

function Notice({ title, advice }: Explanation) {
  return (
    <Callout tone="neutral" title={title} className="mt-3.5">
      {advice && <p>{advice}</p>}
    </Callout>
  )
}

interface OtherMethodsProps {
  type: 'sign-in' | 'sign-up'
  hasForm: boolean
  hasPasskeys: boolean
}

/** The buttons below the form. */
function OtherMethods({ type, hasForm, hasPasskeys }: OtherMethodsProps) {
  const { t } = useLanguage()
  return (
    <>
      {hasForm ? <OrDivider>{t('common.or')}</OrDivider> : <div className="h-4" />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {hasPasskeys && <PasskeyButton hasAutofill={hasForm} />}
        <OAuthButtonGroup type={type} />
      </div>
    </>
  )
}
