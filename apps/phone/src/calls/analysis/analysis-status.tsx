import { unwrap } from '@parley/client'
import type { analyses } from '@parley/contract/phone'
import { Button, Callout, formatTime, Progress } from '@parley/ui'
import { RotateCw } from 'lucide-react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { RouterButtonLink } from '../../shell/router-link.tsx'
import { useChangeCall } from '../details/use-change-call.ts'

interface AnalysisStatusProps {
  callId: string
  list: PhoneOutput<'GET /calls/{call}/analyses'>
}

/** The state of the latest analysis, and what the user can do: request one, or another one. */
export function AnalysisStatus({ callId, list }: AnalysisStatusProps) {
  const { t } = useLanguage()
  const { items, obstacle, providerHost } = list
  const [latest] = items
  const isRunning = latest?.state === 'queued' || latest?.state === 'running'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4.5">
      {latest && isRunning && <Running analysis={latest} />}
      {latest?.state === 'failed' && (
        <Callout tone="warning" title={t('analysis.failed')}>
          {latest.problem && t(`provider-problem.${latest.problem}`)}
        </Callout>
      )}
      {obstacle !== null && !isRunning && <Obstacle obstacle={obstacle} />}
      {obstacle === null && (
        <>
          <p className="text-small wrap-anywhere text-ink-soft">
            {items.length === 0 && t('analysis.none')}{' '}
            {providerHost !== null && t('analysis.destination', { host: providerHost })}
          </p>
          <StartButton callId={callId} latest={latest} />
        </>
      )}
    </div>
  )
}

function Obstacle({ obstacle }: { obstacle: analyses.AnalysisObstacle }) {
  const { t } = useLanguage()
  const { me } = usePhone()
  if (obstacle === 'running') return null
  if (obstacle !== 'not-configured' && obstacle !== 'no-prompt')
    return <p className="text-small text-ink-soft">{t(`analysis.${obstacle}`)}</p>
  return (
    <Callout
      title={t(`analysis.${obstacle}`)}
      action={
        me.isPhoneAdmin && (
          <RouterButtonLink to="/app-config/call-analyzer-prompt" size="small">
            {t('analysis.configure')}
          </RouterButtonLink>
        )
      }
    >
      {!me.isPhoneAdmin && t('analysis.ask-admin')}
    </Callout>
  )
}

function Running({ analysis: { state, problem, retriesAt } }: { analysis: analyses.Analysis }) {
  const { t, locale } = useLanguage()
  const label = t(state === 'queued' ? 'analysis.queued' : 'analysis.running')
  return (
    <div role="status" className="grid gap-2">
      <p className="text-small font-semibold">{label}</p>
      <Progress label={label} value={null} />
      {problem && retriesAt !== null && (
        <p className="text-small text-ink-soft">
          {t(`provider-problem.${problem}`)}{' '}
          {t('transcript.retries', { time: formatTime(retriesAt, { locale, nowMs: Date.now() }) })}
        </p>
      )}
    </div>
  )
}

function StartButton({ callId, latest }: { callId: string; latest: analyses.Analysis | undefined }) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const start = useChangeCall((_: undefined) =>
    api('POST /calls/{call}/analyses', { params: { call: callId }, body: {} }).then(unwrap),
  )
  const run = () => start.mutate(undefined)
  const label = t(
    !latest ? 'analysis.start' : latest.state === 'failed' ? 'common.try-again' : 'analysis.again',
  )
  return (
    <>
      {start.error && <ErrorAlert error={start.error} onTryAgain={run} />}
      <div>
        <Button
          {...(latest ? { icon: RotateCw, size: 'small' as const } : {})}
          state={start.isPending ? 'busy' : 'idle'}
          onClick={run}
        >
          {label}
        </Button>
      </div>
    </>
  )
}
