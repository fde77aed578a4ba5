import { Button, Callout, Icon, type IconType } from '@parley/ui'
import { KeyRound, Mail, ShieldCheck } from 'lucide-react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import type { Attempt } from '../form/use-attempt.ts'
import { PageLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'

interface SentCardProps {
  email: string
  sentCount: number
  attempt: Attempt
  onSendAgain: () => void
  onOtherEmail: () => void
}

/** Shown after a request for a password reset, whether or not a user with this e-mail exists. */
export function SentCard({ email, sentCount, attempt, onSendAgain, onOtherEmail }: SentCardProps) {
  const app = useStackApp()
  const { t } = useLanguage()
  return (
    <ResultCard
      tone="neutral"
      icon={Mail}
      title={t('forgot.sent')}
      advice={t('forgot.sent-advice', { email })}
    >
      <ul className="mb-3 grid gap-2 text-small">
        <Tip icon={KeyRound}>{t('forgot.works-once')}</Tip>
        <Tip icon={ShieldCheck}>{t('forgot.ends-sessions')}</Tip>
      </ul>
      <AttemptCallout failed={attempt.failed} />
      {sentCount > 1 && !attempt.failed && (
        <Callout key={sentCount} tone="positive" role="status">
          <p>{t('forgot.sent-again')}</p>
        </Callout>
      )}
      <Button state={attempt.isBusy ? 'busy' : 'idle'} onClick={onSendAgain}>
        {t('forgot.send-again')}
      </Button>
      <Button variant="quiet" onClick={onOtherEmail}>
        {t('magic-link.other-email')}
      </Button>
      <p className="mt-2 text-center text-small">
        <PageLink href={app.signInUrl()}>{t('forgot.sign-in')}</PageLink>
      </p>
    </ResultCard>
  )
}

function Tip({ icon, children }: { icon: IconType; children: string }) {
  return (
    <li className="flex items-start gap-2">
      <Icon icon={icon} size="small" className="mt-0.5 text-ink-soft" />
      <span>{children}</span>
    </li>
  )
}
