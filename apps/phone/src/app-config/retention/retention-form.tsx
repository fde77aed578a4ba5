import { unwrap } from '@parley/client'
import type { retention } from '@parley/contract/phone'
import { Button, Field, formatDay, formatTime, Input, Select, useForm, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { ConfirmRetention } from './confirm-retention.tsx'
import {
  createRetentionDraft,
  parseDays,
  parseRetentionDraft,
  type RetentionDraft,
  type RetentionKind,
  retentionKinds,
} from './retention-draft.ts'

/** Sets the days, after showing what would be deleted now. */
export function RetentionForm({ stored }: { stored: retention.Retention }) {
  const { t, locale } = useLanguage()
  const [draft, setDraft] = useState(() => createRetentionDraft(stored.periods))
  const [confirming, setConfirming] = useState<retention.RetentionPeriods | null>(null)
  const preview = usePreview(setConfirming)
  const save = useSaveRetention(() => setConfirming(null))
  const getError = (kind: RetentionKind) =>
    parseDays(draft[kind]) === undefined ? t('retention.days-wrong') : null
  const submit = () => {
    const periods = parseRetentionDraft(draft)
    if (periods) preview.mutate(periods)
  }
  const validate = () => ({
    recordings: getError('recordings'),
    voicemails: getError('voicemails'),
    transcripts: getError('transcripts'),
    calls: getError('calls'),
  })
  const form = useForm({ validate, onValid: submit })
  const context = { locale, nowMs: Date.now() }
  const { nextDeletionAt } = stored
  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-[68ch] text-ink-soft">{t('retention.sentence')}</p>
      {retentionKinds.map((kind) => (
        <Period
          key={kind}
          kind={kind}
          draft={draft}
          error={form.getError(kind)}
          onChange={(days) => setDraft((before) => ({ ...before, [kind]: days }))}
        />
      ))}
      {nextDeletionAt !== null && (
        <p className="text-small text-ink-soft">
          {t('retention.next', {
            day: formatDay(nextDeletionAt, context),
            time: formatTime(nextDeletionAt, context),
          })}
        </p>
      )}
      {preview.error && <ErrorAlert error={preview.error} onTryAgain={submit} />}
      <div>
        <Button type="submit" variant="primary" state={preview.isPending ? 'busy' : 'idle'}>
          {t('retention.save')}
        </Button>
      </div>
      {confirming && preview.data && (
        <ConfirmRetention
          preview={preview.data}
          state={save.isPending ? 'busy' : 'idle'}
          error={save.error}
          onCancel={() => setConfirming(null)}
          onConfirm={() => save.mutate(confirming)}
        />
      )}
    </form>
  )
}

interface PeriodProps {
  kind: RetentionKind
  draft: RetentionDraft
  error: ReactNode
  onChange: (days: string | null) => void
}

function Period({ kind, draft, error, onChange }: PeriodProps) {
  const { t } = useLanguage()
  const days = draft[kind]
  return (
    <fieldset className="grid gap-3 sm:grid-cols-[minmax(0,16rem)_minmax(0,10rem)]">
      <legend className="sr-only">{t(`retention.${kind}`)}</legend>
      <Field label={t(`retention.${kind}`)} hint={t(`retention.${kind}-hint`)}>
        <Select
          value={days === null ? 'forever' : 'days'}
          onChange={(value) => onChange(value === 'forever' ? null : '365')}
          options={[
            { value: 'forever', label: t('retention.forever') },
            { value: 'days', label: t('retention.for-days') },
          ]}
        />
      </Field>
      {days !== null && (
        <Field label={t('retention.days')} error={error}>
          <Input
            name={kind}
            inputMode="numeric"
            value={days}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
      )}
    </fieldset>
  )
}

function usePreview(onCounted: (periods: retention.RetentionPeriods) => void) {
  const { api } = usePhone()
  return useMutation({
    mutationFn: (periods: retention.RetentionPeriods) =>
      api('POST /retention/preview', { body: periods }).then(unwrap),
    onSuccess: (_, periods) => onCounted(periods),
  })
}

function useSaveRetention(onSaved: () => void) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: (periods: retention.RetentionPeriods) =>
      api('PUT /retention', { body: periods }).then(unwrap),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.retention, saved)
      show({ text: t('retention.saved') })
      onSaved()
    },
  })
}
