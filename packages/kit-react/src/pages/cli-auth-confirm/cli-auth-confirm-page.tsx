import { useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { isCode } from '../form/code.ts'
import { useRedeemCode } from '../form/use-redeem-code.ts'
import { FailedCard } from '../layout/failed-card.tsx'
import { PendingCard } from '../layout/page-layout.tsx'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'
import { type CliLoginEnd, Confirmation } from './confirmation.tsx'

/** Asks the user whether the command line that opened this page may sign in. */
export function CliAuthConfirmPage({ search }: { search: URLSearchParams }) {
  const app = useStackApp()
  const { t } = useLanguage()
  const code = search.get('login_code')
  // A link of an e-mail has its own code. The person who requests the e-mail, for any address, chooses its page.
  const isFromEmail = search.has('code')
  const usable = isCode(code) && !isFromEmail ? code : null
  const [describing, tryAgain] = useRedeemCode(usable, (value) => app.describeCliLogin(value))
  const [end, setEnd] = useState<CliLoginEnd | null>(null)

  if (code === null) return <EndCard end="missing" />
  if (usable === null) return <EndCard end="invalid" />
  if (end !== null) return <EndCard end={end} />

  switch (describing.state) {
    case 'busy':
      return <PendingCard title={t('common.loading')} />
    case 'done':
      return describing.data.status === 'waiting' ? (
        <Confirmation loginCode={usable} login={describing.data} onEnd={setEnd} />
      ) : (
        <EndCard end={describing.data.status} />
      )
    case 'refused':
      return <EndCard end="invalid" />
    case 'failed':
      return <FailedCard title={t('cli.failed')} error={describing.error} onTryAgain={tryAgain} />
  }
}

const tones = {
  done: 'positive',
  refused: 'neutral',
  expired: 'danger',
  used: 'danger',
  invalid: 'danger',
  missing: 'danger',
} as const satisfies Record<CliLoginEnd | 'missing', string>

/** The next step of all results is in the terminal. */
function EndCard({ end }: { end: CliLoginEnd | 'missing' }) {
  const app = useStackApp()
  const { t } = useLanguage()
  return (
    <ResultCard tone={tones[end]} title={t(`cli.${end}`)} advice={t(`cli.${end}-advice`)}>
      <PageButtonLink href={app.urls.home}>{t('common.go-home')}</PageButtonLink>
    </ResultCard>
  )
}
