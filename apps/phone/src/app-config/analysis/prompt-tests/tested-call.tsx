import type { Call, testRuns } from '@parley/contract/phone'
import { Button, formatFullTime } from '@parley/ui'
import { useState } from 'react'
import { ReferenceDialog } from '../../../calls/analysis/reference/reference-dialog.tsx'
import { callTitle } from '../../../calls/describe-call.ts'
import { useLanguage } from '../../../i18n/language.tsx'
import { Differences } from './differences.tsx'
import { ResultView } from './result-view.tsx'

interface TestedCallProps {
  run: testRuns.TestRun
  tested: testRuns.TestedCall
  /** Null for a call that the user may not play. */
  call: Call | null
}

/** The results of a call: that of the published version, and beside it that of the draft. */
export function TestedCall({ run, tested, call }: TestedCallProps) {
  const language = useLanguage()
  const { t, locale } = language
  const { draft, published, isAudible } = tested
  const [isReferring, setIsReferring] = useState(false)
  const title = call ? callTitle(call, language) : t('test-run.hidden-call')
  return (
    <li>
      <article
        aria-label={title}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-raised p-4.5"
      >
        <header className="flex flex-wrap items-start gap-x-3 gap-y-1">
          <div className="min-w-0 flex-1 wrap-anywhere">
            <h3>{title}</h3>
            <p className="text-small text-ink-soft">
              {call
                ? formatFullTime(call.startedAt, { locale, nowMs: Date.now() })
                : t('test-run.hidden-result')}
            </p>
          </div>
          {isAudible && draft.state === 'done' && (
            <Button size="small" onClick={() => setIsReferring(true)}>
              {t(tested.reference ? 'reference.edit' : 'reference.add')}
            </Button>
          )}
        </header>
        <Differences tested={tested} fields={run.outputFields} />
        <div
          className={`grid grid-cols-[minmax(0,1fr)] gap-5 ${published ? 'sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]' : ''}`}
        >
          {published && (
            <ResultView
              title={t('prompt.version', { version: run.version ?? 0 })}
              result={published}
              isAudible={isAudible}
            />
          )}
          <ResultView title={t('test-run.draft')} result={draft} isAudible={isAudible} />
        </div>
      </article>
      {isReferring && (
        <ReferenceDialog
          callId={tested.callId}
          suggested={draft.fields}
          fields={run.outputFields}
          onClose={() => setIsReferring(false)}
        />
      )}
    </li>
  )
}
