import { testRuns } from '@parley/contract/phone'
import { Button, Card, formatTimeOrDay, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { usePhone } from '../../../phone-context.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import type { SavedContent } from '../prompt/prompt-content.ts'
import { ChooseCallsDrawer } from './choose-calls-drawer.tsx'
import { RunBadges } from './run-badges.tsx'
import { RunDrawer } from './run-drawer.tsx'

interface TestRunsCardProps {
  /** The prompt as it is in the editor. */
  content: SavedContent
  /** Why it cannot be tested, or null. */
  disabledReason: string | null
}

/** Starts test runs of the prompt of the editor, and lists them. */
export function TestRunsCard({ content, disabledReason }: TestRunsCardProps) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const { data, error, isPending, refetch } = useQuery(queries.testRuns())
  const [isChoosing, setIsChoosing] = useState(false)
  const [openedId, setOpenedId] = useState<string | null>(null)
  return (
    <Card title={t('test-run.title')} padding="none">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4.5">
        <p className="max-w-[68ch] text-small text-ink-soft">
          {t('test-run.intro')} {t('test-run.lifetime', { days: testRuns.testRunDays })}
        </p>
        <div>
          <Button disabledReason={disabledReason} onClick={() => setIsChoosing(true)}>
            {t('test-run.choose')}
          </Button>
        </div>
        {isPending && <Skeleton rows={2} label={t('common.loading')} />}
        {error && <ErrorAlert error={error} onTryAgain={() => void refetch()} />}
        {data?.items.length === 0 && <p className="text-small text-ink-soft">{t('test-run.none')}</p>}
      </div>
      <ul className="[&>li]:border-t [&>li]:border-line">
        {data?.items.map((run) => (
          <RunRow key={run.id} run={run} onOpen={() => setOpenedId(run.id)} />
        ))}
      </ul>
      {isChoosing && (
        <ChooseCallsDrawer
          content={content}
          onClose={() => setIsChoosing(false)}
          onStarted={(id) => {
            setIsChoosing(false)
            setOpenedId(id)
          }}
        />
      )}
      {openedId !== null && <RunDrawer runId={openedId} onClose={() => setOpenedId(null)} />}
    </Card>
  )
}

function RunRow({ run, onOpen }: { run: testRuns.TestRunSummary; onOpen: () => void }) {
  const { t, locale } = useLanguage()
  const when = formatTimeOrDay(run.requestedAt, { locale, nowMs: Date.now() })
  return (
    <li className="flex items-start gap-3 py-2.5 pr-2.5 pl-4.5">
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="wrap-anywhere">{t(`test-run.purpose-${run.purpose}`)}</div>
        <div className="text-small wrap-anywhere text-ink-soft">
          {t('test-run.row', { when, name: run.requestedByName ?? t('calls.unknown') })}
        </div>
        <RunBadges run={run} />
      </div>
      <Button size="small" variant="quiet" aria-label={t('test-run.open-run', { when })} onClick={onOpen}>
        {t('test-run.open')}
      </Button>
    </li>
  )
}
