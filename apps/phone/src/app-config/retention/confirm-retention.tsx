import { ConfirmDialog, formatDate } from '@parley/ui'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import { retentionKinds } from './retention-draft.ts'

interface ConfirmRetentionProps {
  preview: PhoneOutput<'POST /retention/preview'>
  state: 'idle' | 'busy'
  error: Error | null
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before periods are saved, with what has expired now. */
export function ConfirmRetention({ preview, state, error, onCancel, onConfirm }: ConfirmRetentionProps) {
  const { t, plural, locale } = useLanguage()
  const explain = useExplainError()
  const expired = retentionKinds.filter((kind) => preview[kind].count > 0)
  return (
    <ConfirmDialog
      isOpen
      title={t('retention.question')}
      cancelLabel={t('common.cancel')}
      confirmLabel={t(expired.length === 0 ? 'retention.confirm-save' : 'retention.confirm')}
      effect={expired.length === 0 ? 'harmless' : 'destructive'}
      state={state}
      error={error && explain(error).sentence}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {expired.length === 0 ? t('retention.nothing') : t('retention.expired')}
      {expired.map((kind) => {
        const { count, oldestAt } = preview[kind]
        return (
          <span key={kind} className="mt-1.5 block text-ink">
            {plural(`retention.count-${kind}`, count)}
            {oldestAt !== null && ` ${t('retention.oldest', { day: formatDate(oldestAt, { locale }) })}`}
          </span>
        )
      })}
    </ConfirmDialog>
  )
}
