import type { analyses, Call } from '@parley/contract/phone'
import { Card, formatTimeOrDay, Select, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isPhoneApiError } from '../../api/errors.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import type { PlaybackLink } from '../transcript/playback-link.ts'
import { ActionItems } from './action-items.tsx'
import { AnalysisActions } from './analysis-actions.tsx'
import { AnalysisResult } from './analysis-result.tsx'
import { AnalysisStatus } from './analysis-status.tsx'
import { MailSummary } from './mail-summary.tsx'

interface AnalysisCardProps {
  call: Call
  playback: PlaybackLink
}

/** The findings of a model in the transcript of a call, or why there are none. Renders nothing when the recording was just deleted. */
export function AnalysisCard({ call, playback }: AnalysisCardProps) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const { data, error, isPending, refetch } = useQuery(queries.analyses(call.id))
  const [chosenId, setChosenId] = useState<string | null>(null)
  if (isPhoneApiError(error, 'RECORDING_NOT_FOUND')) return null
  const complete = (data?.items ?? []).filter(({ state }) => state === 'done')
  const shown = complete.find(({ id }) => id === chosenId) ?? complete[0]

  return (
    <Card title={t('analysis.title')} padding="none">
      {isPending && <Skeleton rows={3} label={t('analysis.loading')} />}
      {error && (
        <div className="p-4.5">
          <ErrorAlert error={error} onTryAgain={() => void refetch()} />
        </div>
      )}
      {data && <AnalysisStatus callId={call.id} list={data} />}
      {shown && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line p-4.5">
          {complete.length > 1 && <AnalysisChoice items={complete} value={shown.id} onChange={setChosenId} />}
          <AnalysisResult analysis={shown} onPlay={playback.playFrom} />
          <MailSummary key={shown.id} callId={call.id} analysisId={shown.id} />
          <ActionItems callId={call.id} items={shown.actionItems} onPlay={playback.playFrom} />
          <AnalysisActions key={shown.id} callId={call.id} analysis={shown} />
        </div>
      )}
    </Card>
  )
}

interface AnalysisChoiceProps {
  items: readonly analyses.Analysis[]
  value: string
  onChange: (id: string) => void
}

function AnalysisChoice({ items, value, onChange }: AnalysisChoiceProps) {
  const { t, locale } = useLanguage()
  const context = { locale, nowMs: Date.now() }
  return (
    <div className="max-w-80">
      <Select
        size="small"
        aria-label={t('analysis.choose')}
        value={value}
        onChange={onChange}
        options={items.map(({ id, version, requestedAt }) => ({
          value: id,
          label: t('analysis.option', {
            version: String(version),
            when: formatTimeOrDay(requestedAt, context),
          }),
        }))}
      />
    </div>
  )
}
