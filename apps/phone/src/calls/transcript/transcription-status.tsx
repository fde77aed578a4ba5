import { unwrap } from '@parley/client'
import type { transcripts } from '@parley/contract/phone'
import { Button, Callout, formatTime, Progress } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { RouterButtonLink } from '../../shell/router-link.tsx'
import { useChangeCall } from '../details/use-change-call.ts'

interface TranscriptionStatusProps {
  callId: string
  status: transcripts.Transcription
  lineCount: number
}

/** The state of a transcription that is not complete, with what the user can do. Renders nothing for a complete one. */
export function TranscriptionStatus({ callId, status, lineCount }: TranscriptionStatusProps) {
  const { t } = useLanguage()
  const { state } = status
  if (state === 'done' && lineCount > 0) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4.5">
      {state === 'none' && <NotStarted callId={callId} status={status} />}
      {(state === 'queued' || state === 'running') && <Running status={status} />}
      {state === 'done' && <p className="text-small text-ink-soft">{t('transcript.silent')}</p>}
      {state === 'failed' && <Failed callId={callId} status={status} lineCount={lineCount} />}
    </div>
  )
}

type StateProps = Omit<TranscriptionStatusProps, 'lineCount'>

function NotStarted({ callId, status: { providerHost, canStart } }: StateProps) {
  const { t } = useLanguage()
  const { me } = usePhone()
  if (providerHost === null)
    return (
      <Callout
        title={t('transcript.not-configured')}
        action={
          me.isPhoneAdmin && (
            <RouterButtonLink to="/app-config/call-analyzer-prompt" size="small">
              {t('transcript.configure')}
            </RouterButtonLink>
          )
        }
      >
        {!me.isPhoneAdmin && t('transcript.ask-admin')}
      </Callout>
    )
  if (!canStart) return <p className="text-small text-ink-soft">{t('transcript.not-possible')}</p>
  return (
    <>
      <p className="text-small wrap-anywhere text-ink-soft">
        {t('transcript.none')} {t('transcript.destination', { host: providerHost })}
      </p>
      <StartButton callId={callId} label={t('transcript.start')} />
    </>
  )
}

function Running({ status: { state, progress, problem, retriesAt } }: Pick<StateProps, 'status'>) {
  const { t, locale } = useLanguage()
  const { done, total } = progress
  const label = t(state === 'queued' ? 'transcript.queued' : 'transcript.running')
  return (
    <div role="status" className="grid gap-2">
      <p className="text-small font-semibold">{label}</p>
      <Progress
        label={label}
        value={total > 0 ? done / total : null}
        {...(total > 0 ? { valueText: t('transcript.progress', { done, total }) } : {})}
      />
      {problem && retriesAt !== null && (
        <p className="text-small text-ink-soft">
          {t(`provider-problem.${problem}`)}{' '}
          {t('transcript.retries', { time: formatTime(retriesAt, { locale, nowMs: Date.now() }) })}
        </p>
      )}
    </div>
  )
}

function Failed({ callId, status, lineCount }: TranscriptionStatusProps) {
  const { t } = useLanguage()
  const { problem, canStart } = status
  return (
    <>
      <Callout tone="warning" title={t(lineCount > 0 ? 'transcript.incomplete' : 'transcript.failed')}>
        {problem && t(`provider-problem.${problem}`)}
      </Callout>
      {canStart && <StartButton callId={callId} label={t('common.try-again')} />}
    </>
  )
}

function StartButton({ callId, label }: { callId: string; label: string }) {
  const { api } = usePhone()
  const start = useChangeCall(() =>
    api('POST /calls/{call}/transcription', { params: { call: callId } }).then(unwrap),
  )
  const run = () => start.mutate(undefined)
  return (
    <>
      {start.error && <ErrorAlert error={start.error} onTryAgain={run} />}
      <div>
        <Button state={start.isPending ? 'busy' : 'idle'} onClick={run}>
          {label}
        </Button>
      </div>
    </>
  )
}
