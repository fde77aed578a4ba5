import { UntrustedRedirect } from '@parley/kit'
import { Button } from '@parley/ui'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useMessages } from '../../provider/language.tsx'
import { isCode } from '../form/code.ts'
import { explainFailure } from '../form/explanation.ts'
import { useRedeemedCode } from '../form/use-redeemed-code.ts'
import { PendingSheet } from '../frame/page-frame.tsx'
import { PageButtonLink } from '../frame/page-link.tsx'
import { ResultSheet } from '../frame/result-sheet.tsx'
import { explainLinksOff } from '../sign-in/explain-link-refusal.ts'
import { magicLinkFragment } from '../sign-in/sign-in-page.tsx'
import { explainRefusal } from './explain-refusal.ts'

/** Signs in whoever opened the link of an e-mail, and leads on. */
export function MagicLinkCallbackPage({ search }: { search: URLSearchParams }) {
  const app = useStackApp()
  const project = useProject()
  const messages = useMessages()
  const { common, link } = messages
  const code = search.get('code')
  const usable = isCode(code) ? code : null
  const [redeeming, tryAgain] = useRedeemedCode(usable, (present) => app.signInWithMagicLink(present))

  if (code === null) return <Refused title={link.missing} advice={link.missingAdvice} />
  if (usable === null) return <Refused title={link.invalid} advice={link.invalidAdvice} />

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
      const explanation = explainRefusal(redeeming.refusal, messages, project)
      return explanation ? <Refused {...explanation} /> : <PendingSheet title={link.busy} />
    }
    case 'failed':
      return <Failed error={redeeming.error} onTryAgain={tryAgain} />
  }
}

function Refused({ title, advice }: { title: string; advice: string }) {
  const app = useStackApp()
  const { common, link } = useMessages()
  return (
    <ResultSheet tone="danger" title={title} advice={advice}>
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
