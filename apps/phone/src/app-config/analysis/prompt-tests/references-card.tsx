import { type Call, referenceCalls as limits, type referenceCalls } from '@parley/contract/phone'
import { Button, Card, formatFullTime, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReferenceDialog } from '../../../calls/analysis/reference/reference-dialog.tsx'
import { callTitle } from '../../../calls/describe-call.ts'
import { useLanguage } from '../../../i18n/language.tsx'
import { usePhone } from '../../../phone-context.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import { RemoveReference } from './remove-reference.tsx'

/** The calls that must have certain values before a version is published. */
export function ReferencesCard() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const { data, error, isPending, refetch } = useQuery(queries.referenceCalls())
  const calls = new Map(data?.calls.map((call) => [call.id, call]))
  return (
    <Card
      title={t('reference.title')}
      padding="none"
      aside={data && t('prompt.fields-count', { count: data.items.length, max: limits.maxReferenceCalls })}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4.5">
        <p className="max-w-[68ch] text-small text-ink-soft">{t('reference.intro')}</p>
        {isPending && <Skeleton rows={2} label={t('common.loading')} />}
        {error && <ErrorAlert error={error} onTryAgain={() => void refetch()} />}
        {data?.items.length === 0 && <p className="text-small text-ink-soft">{t('reference.none')}</p>}
      </div>
      <ul className="[&>li]:border-t [&>li]:border-line">
        {data?.items.map((reference) => (
          <ReferenceRow
            key={reference.callId}
            reference={reference}
            call={calls.get(reference.callId) ?? null}
          />
        ))}
      </ul>
    </Card>
  )
}

interface ReferenceRowProps {
  reference: referenceCalls.ReferenceCall
  /** Null for a call that the user may not play. */
  call: Call | null
}

function ReferenceRow({ reference, call }: ReferenceRowProps) {
  const language = useLanguage()
  const { t, locale } = language
  const [isEditing, setIsEditing] = useState(false)
  const name = call ? callTitle(call, language) : t('test-run.hidden-call')
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 py-2.5 pr-2.5 pl-4.5">
      <div className="wrap-anywhere">{name}</div>
      <div className="text-small wrap-anywhere text-ink-soft">
        {call && formatFullTime(call.startedAt, { locale, nowMs: Date.now() })}
        {call && ' · '}
        {reference.expected.map(({ key }) => key).join(', ')}
      </div>
      <div className="flex flex-wrap gap-2">
        {reference.isAudible && (
          <Button
            size="small"
            variant="quiet"
            aria-label={t('reference.edit-call', { name })}
            onClick={() => setIsEditing(true)}
          >
            {t('reference.edit')}
          </Button>
        )}
        <RemoveReference callId={reference.callId} name={name} />
      </div>
      {isEditing && (
        <ReferenceDialog callId={reference.callId} suggested={[]} onClose={() => setIsEditing(false)} />
      )}
    </li>
  )
}
