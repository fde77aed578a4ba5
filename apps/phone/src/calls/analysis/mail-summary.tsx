import { unwrap } from '@parley/client'
import { callSummaries } from '@parley/contract/phone'
import { Button, Callout, Dialog, Skeleton, useToast } from '@parley/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { RouterButtonLink } from '../../shell/router-link.tsx'
import { SummaryRecipients } from './summary-recipients.tsx'

interface MailSummaryProps {
  callId: string
  analysisId: string
}

/** Sends an analysis to members who may see it, after showing the text of the e-mail. */
export function MailSummary(props: MailSummaryProps) {
  const { t } = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <Button icon={Mail} size="small" onClick={() => setIsOpen(true)}>
        {t('summary-mail.open')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('summary-mail.title')}
        description={t('summary-mail.description')}
      >
        <Content {...props} onClose={() => setIsOpen(false)} />
      </Dialog>
    </div>
  )
}

function Content({ callId, analysisId, onClose }: MailSummaryProps & { onClose: () => void }) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const { data, error, refetch } = useQuery(queries.summaryMail(callId, analysisId))
  if (error) return <ErrorAlert error={error} onTryAgain={() => void refetch()} />
  if (!data) return <Skeleton rows={6} label={t('common.loading')} />
  if (!data.email) return <NoMailServer onClose={onClose} />
  return (
    <SummaryForm
      callId={callId}
      analysisId={analysisId}
      email={data.email}
      recipients={data.recipients}
      onClose={onClose}
    />
  )
}

function NoMailServer({ onClose }: { onClose: () => void }) {
  const { t } = useLanguage()
  const { me } = usePhone()
  return (
    <>
      <Callout
        title={t('summary-mail.no-server')}
        action={
          me.isPhoneAdmin && (
            <RouterButtonLink to="/app-config/email-config" size="small">
              {t('summary-mail.set-server')}
            </RouterButtonLink>
          )
        }
      >
        {!me.isPhoneAdmin && t('analysis.ask-admin')}
      </Callout>
      <div className="flex justify-end">
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </>
  )
}

interface SummaryFormProps extends MailSummaryProps {
  email: { readonly subject: string; readonly text: string }
  recipients: readonly callSummaries.SummaryRecipient[]
  onClose: () => void
}

function SummaryForm({ callId, analysisId, email, recipients, onClose }: SummaryFormProps) {
  const { t, plural } = useLanguage()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const send = useSendSummary({ callId, analysisId, onClose, onNotAccepted: setChosen })
  const rejected = (send.data?.results ?? []).filter(({ result }) => result === 'not-accepted')
  const names = recipients
    .filter(({ userId }) => rejected.some((each) => each.userId === userId))
    .map(({ name }) => name ?? t('calls.unknown'))
  return (
    <>
      <SummaryRecipients recipients={recipients} chosen={chosen} onChange={setChosen} />
      <section aria-label={t('summary-mail.preview')} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <h3 className="text-small font-medium">{t('summary-mail.preview')}</h3>
        <p className="wrap-anywhere font-semibold">{email.subject}</p>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keyboard.
          tabIndex={0}
          className="max-h-60 overflow-y-auto rounded-control border border-line bg-sunken p-3 font-sans text-small wrap-anywhere whitespace-pre-wrap"
        >
          {email.text}
        </pre>
      </section>
      {names.length > 0 && (
        <Callout tone="warning" role="alert">
          {t('summary-mail.not-accepted', { names: names.join(', ') })}
        </Callout>
      )}
      {send.error && <ErrorAlert error={send.error} onTryAgain={() => send.mutate(chosen)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          state={send.isPending ? 'busy' : 'idle'}
          onClick={() => send.mutate(chosen)}
        >
          {chosen.length === 0 ? t('summary-mail.send') : plural('summary-mail.send-to', chosen.length)}
        </Button>
      </div>
    </>
  )
}

interface SendSummaryOptions extends MailSummaryProps {
  onClose: () => void
  onNotAccepted: (userIds: readonly string[]) => void
}

function useSendSummary({ callId, analysisId, onClose, onNotAccepted }: SendSummaryOptions) {
  const { plural } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: async (userIds: readonly string[]) => {
      const params = { call: callId, analysis: analysisId }
      const results: PhoneOutput<'POST /calls/{call}/analyses/{analysis}/mails'>['results'] = []
      // A request has a limited number of recipients. A repetition of those before sends nothing again.
      for (let start = 0; start < userIds.length; start += callSummaries.maxSummaryRecipients) {
        const body = { userIds: userIds.slice(start, start + callSummaries.maxSummaryRecipients) }
        const sent = await api('POST /calls/{call}/analyses/{analysis}/mails', { params, body })
        results.push(...unwrap(sent).results)
      }
      return { results }
    },
    onSuccess: ({ results }) => {
      const sent = results.filter(({ result }) => result === 'sent').length
      if (sent > 0) show({ text: plural('summary-mail.sent', sent) })
      const notAccepted = results.filter(({ result }) => result === 'not-accepted')
      onNotAccepted(notAccepted.map(({ userId }) => userId))
      if (notAccepted.length === 0) onClose()
    },
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: queryKeys.calls.summaryMail(callId, analysisId) }),
  })
}
