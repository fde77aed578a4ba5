import { type EndpointError, UntrustedRedirectError } from '@parley/kit'
import { Button } from '@parley/ui'
import { useState } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { type Translate, useLanguage } from '../../provider/language.tsx'
import { isCode, isShortCode } from '../form/code.ts'
import { type Explanation, explainFailure } from '../form/explanation.ts'
import { useInitialUser } from '../form/use-initial-user.ts'
import { useRedeemCode } from '../form/use-redeem-code.ts'
import { DoneCard } from '../layout/done-card.tsx'
import { FailedCard } from '../layout/failed-card.tsx'
import { LinkError } from '../layout/link-error.tsx'
import { PendingCard } from '../layout/page-layout.tsx'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'
import { UntrustedRedirectCard } from '../layout/untrusted-redirect-card.tsx'
import { NameCard } from '../name/name-card.tsx'
import { signInWithLink } from '../name/sign-in-with-link.ts'
import { AlreadySignedIn } from '../sign-in/already-signed-in.tsx'
import { explainMagicLinksDisabled } from '../sign-in/explain-link-error.ts'
import { magicLinkFragment } from '../sign-in/sign-in-page.tsx'
import { explainMagicLinkError } from './explain-magic-link-error.ts'

/** Signs the user in with the magic link and redirects. */
export function MagicLinkCallbackPage({ search }: { search: URLSearchParams }) {
  const app = useStackApp()
  const { t } = useLanguage()
  const code = search.get('code')
  const isLinkCode = isCode(code) || isShortCode(code)
  // Completed once, because the nonce changes if another tab requests a link.
  const [completeCode] = useState(() => (isLinkCode ? app.completeMagicLinkCode(code) : null))
  const [isAllowed, setIsAllowed] = useState(
    () => completeCode !== null && app.isMagicLinkTrusted(completeCode),
  )

  if (code === null) return <LinkProblem title={t('link.missing')} advice={t('link.missing-advice')} />
  if (!isLinkCode) return <LinkProblem title={t('link.invalid')} advice={t('link.invalid-advice')} />
  if (completeCode === null) return <OtherBrowserForm code={code} />
  if (!isAllowed) return <UnknownLink code={completeCode} onAllow={() => setIsAllowed(true)} />
  return <SignInWithLink code={code} completeCode={completeCode} />
}

/**
 * Asks before signing in with a link that another browser requested, because it may be of the account of its
 * sender.
 */
function UnknownLink({ code, onAllow }: { code: string; onAllow: () => void }) {
  const app = useStackApp()
  const user = useInitialUser()
  const { t } = useLanguage()
  const [checking, tryAgain] = useRedeemCode(code, (value) => app.checkMagicLinkCode(value))

  switch (checking.state) {
    case 'busy':
      return <PendingCard title={t('common.loading')} />
    case 'done': {
      const email = user && (user.primaryEmail ?? user.displayName ?? user.id)
      const advice = t('link.unknown-advice')
      return (
        <ResultCard
          tone="neutral"
          title={t('link.unknown')}
          advice={email === null ? advice : `${t('link.signed-in', { email })} ${advice}`}
        >
          <Button variant="primary" size="large" onClick={onAllow}>
            {t('common.proceed')}
          </Button>
          <PageButtonLink href={app.urls.home}>{t('common.go-home')}</PageButtonLink>
        </ResultCard>
      )
    }
    case 'refused':
      return <RefusedLink refusal={checking.refusal} />
    case 'failed':
      return <Failed error={checking.error} onTryAgain={tryAgain} />
  }
}

interface SignInWithLinkProps {
  /** As in the link. */
  code: string
  completeCode: string
}

function SignInWithLink({ code, completeCode }: SignInWithLinkProps) {
  const app = useStackApp()
  const { t } = useLanguage()
  const project = useProject()
  const [redeeming, tryAgain] = useRedeemCode(completeCode, (value) =>
    signInWithLink({ app, project, code: value }),
  )

  switch (redeeming.state) {
    case 'busy':
      return <PendingCard title={t('link.busy')} />
    case 'done':
      if (redeeming.data.asksName) return <NameCard />
      return <DoneCard title={t('link.done')} href={app.urls.afterSignIn} />
    case 'refused':
      // The nonce of this browser belongs to an earlier link; this link was requested in another browser.
      if (isShortCode(code) && redeeming.refusal.code === 'VERIFICATION_CODE_NOT_FOUND')
        return <OtherBrowserForm code={code} />
      return <RefusedLink refusal={redeeming.refusal} />
    case 'failed':
      return <Failed error={redeeming.error} onTryAgain={tryAgain} />
  }
}

function RefusedLink({ refusal }: { refusal: EndpointError<'POST /auth/otp/sign-in'> }) {
  const project = useProject()
  const user = useInitialUser()
  const { t } = useLanguage()
  if (user && !user.isAnonymous && refusal.code === 'VERIFICATION_CODE_ALREADY_USED')
    return <AlreadySignedIn user={user} />
  const explanation = explainMagicLinkError(refusal, t, project)
  return explanation ? <LinkProblem {...explanation} /> : <PendingCard title={t('link.busy')} />
}

/**
 * For a link that was requested in another browser or in a private window: the user can enter its code there.
 */
function OtherBrowserForm({ code }: { code: string }) {
  const { t } = useLanguage()
  const advice = t('link.elsewhere-advice', { code: code.toUpperCase() })
  return <LinkProblem tone="neutral" title={t('link.elsewhere')} advice={advice} />
}

function LinkProblem(props: Explanation & { tone?: 'danger' | 'neutral' }) {
  const app = useStackApp()
  const { t } = useLanguage()
  return (
    <LinkError {...props}>
      <PageButtonLink variant="primary" size="large" href={app.signInUrl() + magicLinkFragment}>
        {t('link.new-link')}
      </PageButtonLink>
    </LinkError>
  )
}

function Failed({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  const { t } = useLanguage()
  if (error instanceof UntrustedRedirectError) return <UntrustedRedirectCard />
  return (
    <FailedCard
      title={t('link.failed')}
      error={error}
      explain={(thrown) => explainFailureOrDisabled(thrown, t)}
      onTryAgain={onTryAgain}
    />
  )
}

function explainFailureOrDisabled(error: unknown, t: Translate) {
  try {
    return explainMagicLinksDisabled(error, t)
  } catch {
    return explainFailure(error, t)
  }
}
