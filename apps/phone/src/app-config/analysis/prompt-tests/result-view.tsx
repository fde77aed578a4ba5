import type { testRuns } from '@parley/contract/phone'
import { Badge, Callout, formatTime } from '@parley/ui'
import { FieldRow } from '../../../calls/analysis/analysis-result.tsx'
import { useLanguage } from '../../../i18n/language.tsx'

interface ResultViewProps {
  /** The prompt: the draft, or a version. */
  title: string
  result: testRuns.TestResult
  isAudible: boolean
}

/** The result of a prompt for a call. All texts of the model are shown as they are, never as markup. */
export function ResultView({ title, result, isAudible }: ResultViewProps) {
  const { t } = useLanguage()
  const { state, statements, fields, actionItems } = result
  const isShown = state === 'done' && isAudible
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h4 className="text-small font-semibold">{title}</h4>
        {state !== 'done' && (
          <Badge tone={state === 'failed' ? 'danger' : 'neutral'}>{t(`test-run.result-${state}`)}</Badge>
        )}
      </div>
      <ResultProblem result={result} />
      {state === 'done' && <ResultFacts result={result} />}
      {isShown && (
        <ul className="grid list-disc grid-cols-[minmax(0,1fr)] gap-1.5 pl-4.5 text-small">
          {statements.map(({ text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: statements never change, and have no other identity.
            <li key={index} className="wrap-anywhere">
              {text}
            </li>
          ))}
        </ul>
      )}
      {isShown && fields.length > 0 && (
        <dl className="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-small">
          {fields.map((field) => (
            <FieldRow key={field.key} field={field} />
          ))}
        </dl>
      )}
      {isShown && <Items items={actionItems} />}
    </section>
  )
}

function ResultProblem({ result: { problem, retriesAt, state } }: { result: testRuns.TestResult }) {
  const { t, locale } = useLanguage()
  if (problem === null || state === 'done') return null
  return (
    <Callout tone="warning">
      <span className="wrap-anywhere">{t(`provider-problem.${problem}`)}</span>{' '}
      {retriesAt !== null &&
        t('transcript.retries', { time: formatTime(retriesAt, { locale, nowMs: Date.now() }) })}
    </Callout>
  )
}

function ResultFacts({ result: { tookMs, inputTokens, outputTokens } }: { result: testRuns.TestResult }) {
  const { t, locale } = useLanguage()
  const format = (count: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(count)
  return (
    <p className="flex flex-wrap gap-x-3 text-small text-ink-soft">
      {tookMs !== null && <span>{t('test-run.seconds', { seconds: format(tookMs / 1_000) })}</span>}
      {inputTokens !== null && outputTokens !== null && (
        <span>{t('analysis.tokens', { input: format(inputTokens), output: format(outputTokens) })}</span>
      )}
    </p>
  )
}

function Items({ items }: { items: testRuns.TestResult['actionItems'] }) {
  const { t } = useLanguage()
  if (items.length === 0) return <p className="text-small text-ink-soft">{t('test-run.no-items')}</p>
  return (
    <div className="text-small">
      <h5 className="font-semibold">{t('analysis.items')}</h5>
      <ul className="list-disc pl-4.5">
        {items.map(({ text, ownerName }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts can repeat.
          <li key={index} className="wrap-anywhere">
            {text} <span className="text-ink-soft">({ownerName ?? t('analysis.item-no-owner')})</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
