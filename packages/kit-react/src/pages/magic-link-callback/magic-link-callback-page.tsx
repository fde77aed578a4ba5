import { UntrustedRedirect } from '@parley/kit'
import { Button } from '@parley/ui'
import { useState } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { fill } from '../../locales/index.ts'
import { useMessages } from '../../provider/language.tsx'
import { isCode, isTypedCode } from '../form/code.ts'
import { explainFailure } from '../form/explanation.ts'
import { useRedeemedCode } from '../form/use-redeemed-code.ts'
import { PendingSheet } from '../frame/page-frame.tsx'
import { PageButtonLink } from '../frame/page-link.tsx'
import { ResultSheet } from '../frame/result-sheet.tsx'
import { explainLinksOff } from '../sign-in/explain-link-refusal.ts'
import { magicLinkFragment } from '../sign-in/sign-in-page.tsx'
import { explainRefusal } from './explain-refusal.ts'

/** Signs the user in with the magic link and redirects. */
export function MagicLinkCallbackPage({ search }: { search: URLSearchParams }) {
  const app = useStackApp()
  const project = useProject()
  const messages = useMessages()
  const { common, link } = messages
  const code = search.get('code')
  const isLinkCode = isCode(code) || isTypedCode(code)
  // Completed once, because the nonce changes if another tab requests a link.
  const [completeCode] = useState(() => (isLinkCode ? app.wholeMagicLinkCode(code) : null))
  const [redeeming, tryAgain] = useRedeemedCode(completeCode, (value) => app.signInWithMagicLink(value))

  if (code === null) return <Refused title={link.missing} advice={link.missingAdvice} />
  if (!isLinkCode) return <Refused title={link.invalid} advice={link.invalidAdvice} />
  if (completeCode === null) return <Elsewhere code={code} />

  switch (redeeming.state) {
    case 'busy':
      return <PendingSheet title={link.busy} />
    case 'done':
      return (
        <ResultSheet tone="positive" title={link.done} advice="">
          <PageButtonLink variant="primary" size="large" href={app.urls.afterSignIn}>
            {common.goOn}
          </PageButtonLink>
        </ResultSheet>
      )
    case 'refused': {
      // The nonce of this browser belongs to an earlier link; this link was requested in another browser.
      if (isTypedCode(code) && redeeming.refusal.code === 'VERIFICATION_CODE_NOT_FOUND')
        return <Elsewhere code={code} />
      const explanation = explainRefusal(redeeming.refusal, messages, project)
      return explanation ? <Refused {...explanation} /> : <PendingSheet title={link.busy} />
    }
    case 'failed':
      return <Failed error={redeeming.error} onTryAgain={tryAgain} />
  }
}

/** For a link that was requested in another browser or in a private window: the user can enter its code there. */
function Elsewhere({ code }: { code: string }) {
  const { link } = useMessages()
  const advice = fill(link.elsewhereAdvice, { code: code.toUpperCase() })
  return <Refused tone="neutral" title={link.elsewhere} advice={advice} />
}

interface RefusedProps {
  tone?: 'danger' | 'neutral'
  title: string
  advice: string
}

function Refused({ tone = 'danger', title, advice }: RefusedProps) {
  const app = useStackApp()
  const { common, link } = useMessages()
  return (
    <ResultSheet tone={tone} title={title} advice={advice}>
      <PageButtonLink variant="primary" size="large" href={app.signInUrl() + magicLinkFragment}>
        {link.newLink}
      </PageButtonLink>
      <PageButtonLink href={app.urls.home}>{common.goHome}</PageButtonLink>
    </ResultSheet>
  )
}

function Failed({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  const app = useStackApp()
  const messages = useMessages()
  const { common, link } = messages
  const home = <PageButtonLink href={app.urls.home}>{common.goHome}</PageButtonLink>

  if (error instanceof UntrustedRedirect) {
    const { title, advice } = explainFailure(error, messages)
    return (
      <ResultSheet tone="neutral" title={title} advice={advice}>
        {home}
      </ResultSheet>
    )
  }
  const { title, advice } = explainLinkFailure(error, messages)
  return (
    <ResultSheet tone="danger" title={link.failed} advice={`${title} ${advice}`}>
      <Button variant="primary" size="large" onClick={onTryAgain}>
        {common.retry}
      </Button>
      {home}
    </ResultSheet>
  )
}

function explainLinkFailure(error: unknown, messages: Parameters<typeof explainFailure>[1]) {
  try {
    return explainLinksOff(error, messages)
  } catch {
    return explainFailure(error, messages)
  }
}
