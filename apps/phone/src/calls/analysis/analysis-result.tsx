import type { analyses } from '@parley/contract/phone'
import { Badge } from '@parley/ui'
import { Server } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { SourceLinks } from './source-links.tsx'

interface AnalysisResultProps {
  analysis: analyses.Analysis
  onPlay: (ms: number) => void
}

/** The statements and values of a complete analysis. All texts of the model are shown as they are, never as markup. */
export function AnalysisResult({ analysis, onPlay }: AnalysisResultProps) {
  const { t } = useLanguage()
  const { statements, fields } = analysis
  return (
    <>
      <section aria-label={t('analysis.summary')}>
        {statements.length === 0 ? (
          <p className="text-small text-ink-soft">{t('analysis.summary-none')}</p>
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {statements.map(({ text, sources }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: statements never change, and have no other identity.
              <li key={index} className="wrap-anywhere">
                <span className={sources.length === 0 ? 'text-ink-soft' : ''}>{text}</span>{' '}
                <SourceLinks sources={sources} onPlay={onPlay} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {fields.length > 0 && (
        <section aria-label={t('analysis.fields')}>
          <dl className="grid grid-cols-[minmax(0,12rem)_minmax(0,1fr)] gap-x-4 gap-y-2 text-small max-sm:grid-cols-[minmax(0,1fr)]">
            {fields.map((field) => (
              <FieldRow key={field.key} field={field} />
            ))}
          </dl>
        </section>
      )}
      <Origin analysis={analysis} />
    </>
  )
}

/** The label of an output field with its value. */
export function FieldRow({ field }: { field: analyses.FieldValue }) {
  return (
    <>
      <dt className="wrap-anywhere text-ink-soft">{field.label}</dt>
      <dd className="wrap-anywhere max-sm:mb-1">
        <FieldValue field={field} />
      </dd>
    </>
  )
}

/** The value of an output field, by its type. */
export function FieldValue({ field: { value, isInvalid } }: { field: analyses.FieldValue }) {
  const { t, locale } = useLanguage()
  if (isInvalid) return <Badge tone="warning">{t('analysis.field-invalid')}</Badge>
  if (value === null) return <span className="text-ink-soft">{t('analysis.field-none')}</span>
  if (typeof value === 'boolean') return t(value ? 'analysis.yes' : 'analysis.no')
  if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value)
  if (typeof value === 'string') return value
  return (
    <ul className="list-disc pl-4">
      {value.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: texts can repeat.
        <li key={index}>{each}</li>
      ))}
    </ul>
  )
}

/** By which prompt, model and host an analysis was made, and for whom. */
function Origin({ analysis }: { analysis: analyses.Analysis }) {
  const { t, locale } = useLanguage()
  const { version, host, model, tookMs, inputTokens, outputTokens, requestedByName } = analysis
  const format = (count: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(count)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 text-small text-ink-soft">
      {host !== null && (
        <p className="min-w-0">
          <Badge icon={Server}>
            <span className="wrap-anywhere whitespace-normal">{t('analysis.went-to', { host })}</span>
          </Badge>
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 wrap-anywhere">
        <span>{t('analysis.version', { version: String(version) })}</span>
        {model !== null && tookMs !== null && (
          <span>{t('analysis.model', { model, seconds: format(tookMs / 1_000) })}</span>
        )}
        {inputTokens !== null && outputTokens !== null && (
          <span>{t('analysis.tokens', { input: format(inputTokens), output: format(outputTokens) })}</span>
        )}
        <span>
          {requestedByName === null
            ? t('analysis.automatic')
            : t('analysis.requested-by', { name: requestedByName })}
        </span>
      </p>
      <p>{t('analysis.by-model')}</p>
    </div>
  )
}
