import { UntrustedRedirectError } from '@parley/kit'
import { Button } from '@parley/ui'
import { useState } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { fill } from '../../locales/index.ts'
import { useMessages } from '../../provider/language.tsx'
import { isCode, isShortCode } from '../form/code.ts'
import { explainFailure } from '../form/explanation.ts'
import { useRedeemCode } from '../form/use-redeem-code.ts'
import { PendingCard } from '../layout/page-layout.tsx'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'
import { explainMagicLinksDisabled } from '../sign-in/explain-link-error.ts'
import { magicLinkFragment } from '../sign-in/sign-in-page.tsx'
import { explainMagicLinkError } from './explain-magic-link-error.ts'

/** Signs the user in with the magic link and redirects. */
export function MagicLinkCallbackPage({ search }: { search: URLSearchParams }) {
  const app = useStackApp()
  const project = useProject()
  const messages = useMessages()
  const { common, link } = messages
  const code = search.get('code')
  const isLinkCode = isCode(code) || isShortCode(code)
  // Completed once, because the nonce changes if another tab requests a link.
  const [completeCode] = useState(() => (isLinkCode ? app.completeMagicLinkCode(code) : null))
  const [redeeming, tryAgain] = useRedeemCode(completeCode, (value) => app.signInWithMagicLink(value))

  if (code === null) return <LinkError title={link.missing} advice={link.missingAdvice} />
  if (!isLinkCode) return <LinkError title={link.invalid} advice={link.invalidAdvice} />
  if (completeCode === null) return <RequestedElsewhere code={code} />

  switch (redeeming.state) {
    case 'busy':
      return <PendingCard title={link.busy} />
    case 'done':
      return (
        <ResultCard tone="positive" title={link.done} advice="">
          <PageButtonLink variant="primary" size="large" href={app.urls.afterSignIn}>
            {common.proceed}
          </PageButtonLink>
        </ResultCard>
      )
    case 'refused': {
      // The nonce of this browser belongs to an earlier link; this link was requested in another browser.
      if (isShortCode(code) && redeeming.refusal.code === 'VERIFICATION_CODE_NOT_FOUND')
        return <RequestedElsewhere code={code} />
      const explanation = explainMagicLinkError(redeeming.refusal, messages, project)
      return explanation ? <LinkError {...explanation} /> : <PendingCard title={link.busy} />
    }
    case 'failed':
      return <Failed error={redeeming.error} onTryAgain={tryAgain} />
  }
}

/** For a link that was requested in another browser or in a private window: the user can enter its code there. */
function RequestedElsewhere({ code }: { code: string }) {
  const { link } = useMessages()
  const advice = fill(link.elsewhereAdvice, { code: code.toUpperCase() })
  return <LinkError tone="neutral" title={link.elsewhere} advice={advice} />
}

interface LinkErrorProps {
  tone?: 'danger' | 'neutral'
  title: string
  advice: string
}

function LinkError({ tone = 'danger', title, advice }: LinkErrorProps) {
  const app = useStackApp()
  const { common, link } = useMessages()
  return (
    <ResultCard tone={tone} title={title} advice={advice}>
      <PageButtonLink variant="primary" size="large" href={app.signInUrl() + magicLinkFragment}>
        {link.newLink}
      </PageButtonLink>
      <PageButtonLink href={app.urls.home}>{common.goHome}</PageButtonLink>
    </ResultCard>
  )
}

function Failed({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  const app = useStackApp()
  const messages = useMessages()
  const { common, link } = messages
  const home = <PageButtonLink href={app.urls.home}>{common.goHome}</PageButtonLink>

  if (error instanceof UntrustedRedirectError) {
    const { title, advice } = explainFailure(error, messages)
    return (
      <ResultCard tone="neutral" title={title} advice={advice}>
        {home}
      </ResultCard>
    )
  }
  const { title, advice } = explainFailureOrDisabled(error, messages)
  return (
    <ResultCard tone="danger" title={link.failed} advice={`${title} ${advice}`}>
      <Button variant="primary" size="large" onClick={onTryAgain}>
        {common.retry}
      </Button>
      {home}
    </ResultCard>
  )
}

function explainFailureOrDisabled(error: unknown, messages: Parameters<typeof explainFailure>[1]) {
  try {
    return explainMagicLinksDisabled(error, messages)
  } catch {
    return explainFailure(error, messages)
  }
}
