import type { CliLoginDescription } from '@parley/kit'
import { Button, Callout } from '@parley/ui'
import { SquareTerminal } from 'lucide-react'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useUser } from '../../hooks/use-user.ts'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import type { Explanation } from '../form/explanation.ts'
import { useAttempt } from '../form/use-attempt.ts'
import { ResultCard } from '../layout/result-card.tsx'
import { SignedInUser } from '../layout/signed-in-user.tsx'
import { LoginFacts } from './login-facts.tsx'

/** The result of a command-line login that does not wait. */
export type CliLoginEnd = 'done' | 'refused' | 'expired' | 'used' | 'invalid'

interface ConfirmationProps {
  loginCode: string
  login: CliLoginDescription
  onEnd: (end: CliLoginEnd) => void
}

/** The question to the signed-in user. Other users sign in first and return. */
export function Confirmation({ loginCode, login, onEnd }: ConfirmationProps) {
  const app = useStackApp()
  const user = useUser({ or: 'redirect' })
  const project = useProject()
  const { t } = useLanguage()
  const allowing = useAttempt()
  const refusing = useAttempt()
  const name = { project: project.displayName }

  async function explainRefusal(): Promise<Explanation | null> {
    const described = await app.describeCliLogin(loginCode)
    const status = described.status === 'ok' ? described.data.status : 'invalid'
    if (status === 'waiting') return { title: t('cli.failed'), advice: t('cli.failed-advice') }
    onEnd(status)
    return null
  }
  const allow = async () => {
    const result = await app.completeCliLogin(loginCode)
    if (result.status === 'error') return await explainRefusal()
    onEnd('done')
    return null
  }
  const refuse = async () => {
    const result = await app.rejectCliLogin(loginCode)
    if (result.status === 'error') return await explainRefusal()
    onEnd('refused')
    return null
  }

  return (
    <ResultCard tone="neutral" icon={SquareTerminal} title={t('cli.title')} advice={t('cli.intro', name)}>
      <SignedInUser user={user} />
      <LoginFacts login={login} project={project} />
      <Callout tone="warning" title={t('cli.warning')} className="my-2">
        <p>{t('cli.warning-advice', name)}</p>
      </Callout>
      <AttemptCallout failed={allowing.failed ?? refusing.failed} />
      <div className="grid grid-cols-2 gap-2">
        <Button
          size="large"
          state={refusing.isBusy ? 'busy' : 'idle'}
          onClick={() => !allowing.isBusy && refusing.run(refuse)}
        >
          {t('cli.refuse')}
        </Button>
        <Button
          variant="primary"
          size="large"
          state={allowing.isBusy ? 'busy' : 'idle'}
          onClick={() => !refusing.isBusy && allowing.run(allow)}
        >
          {t('cli.allow')}
        </Button>
      </div>
      <p className="mt-2 text-center text-small text-ink-soft">{t('cli.terminal')}</p>
    </ResultCard>
  )
}
