import { Callout, Card, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { ConfigPage } from '../config-page.tsx'
import { AdministratorsOnly } from '../members/administrators-only.tsx'
import { MailRulesCard } from './mail-rules-card.tsx'
import { MailServerForm } from './mail-server-form.tsx'
import { RemoveMailServer } from './remove-mail-server.tsx'
import { SentMails } from './sent-mails.tsx'

/** The mail server of the workspace, who gets which e-mails, and the e-mails that it has sent. */
export function MailPage() {
  const { t } = useLanguage()
  const { me } = usePhone()
  return (
    <ConfigPage title={t('mail.title')}>{me.isPhoneAdmin ? <Mail /> : <AdministratorsOnly />}</ConfigPage>
  )
}

function Mail() {
  const { t, plural } = useLanguage()
  const { queries } = usePhone()
  const { data, error, refetch } = useQuery(queries.mailServer())
  if (error) return <ErrorAlert error={error} onTryAgain={() => void refetch()} />
  const server = data?.mailServer ?? null

  return (
    <div className="grid max-w-240 grid-cols-[minmax(0,1fr)] gap-4">
      {data !== undefined && data.waiting > 0 && (
        <Callout tone="warning" icon={Clock}>
          {plural('mail.waiting', data.waiting)}
        </Callout>
      )}
      <Card title={t('mail.server')} aside={server && <RemoveMailServer />}>
        {data === undefined ? (
          <Skeleton rows={6} label={t('common.loading')} />
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {!server && <Callout>{t('mail.none')}</Callout>}
            <MailServerForm key={server ? 'stored' : 'new'} server={server} />
          </div>
        )}
      </Card>
      {data !== undefined && <MailRulesCard hasServer={server !== null} />}
      {data !== undefined && <SentMails />}
    </div>
  )
}
