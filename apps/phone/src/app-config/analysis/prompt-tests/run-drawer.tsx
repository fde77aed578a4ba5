import type { testRuns } from '@parley/contract/phone'
import { Button, ConfirmDialog, Drawer, formatFullTime, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isPhoneApiError } from '../../../api/errors.ts'
import { useLanguage } from '../../../i18n/language.tsx'
import { usePhone } from '../../../phone-context.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import { useExplainError } from '../../../shell/errors/explain-error.ts'
import { RunBadges } from './run-badges.tsx'
import { RunProgress } from './run-progress.tsx'
import { RunTotals } from './run-totals.tsx'
import { TestedCall } from './tested-call.tsx'
import { usePromptTests } from './use-prompt-tests.ts'

interface RunDrawerProps {
  runId: string
  onClose: () => void
}

/** A test run: its progress, and its results side by side. */
export function RunDrawer({ runId, onClose }: RunDrawerProps) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const { data: run, error, refetch } = useQuery(queries.testRun(runId))
  return (
    <Drawer
      isOpen
      onClose={onClose}
      closeLabel={t('common.close')}
      title={t('test-run.run-title')}
      subtitle={run && <RunFacts run={run} />}
      actions={run && <DeleteRun runId={runId} onDeleted={onClose} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-6 max-sm:p-4">
        {error && !isPhoneApiError(error, 'TEST_RUN_NOT_FOUND') && (
          <ErrorAlert error={error} onTryAgain={() => void refetch()} />
        )}
        {isPhoneApiError(error, 'TEST_RUN_NOT_FOUND') && <p>{t('error.TEST_RUN_NOT_FOUND')}</p>}
        {!run && !error && <Skeleton rows={4} label={t('common.loading')} />}
        {run && <RunResults run={run} />}
      </div>
    </Drawer>
  )
}

function RunFacts({ run }: { run: testRuns.TestRun }) {
  const { t, locale } = useLanguage()
  const when = formatFullTime(run.requestedAt, { locale, nowMs: Date.now() })
  return (
    <>
      <span className="wrap-anywhere">
        {t('test-run.row', { when, name: run.requestedByName ?? t('calls.unknown') })}
      </span>
      <RunBadges run={run} />
    </>
  )
}

function RunResults({ run }: { run: testRuns.TestRun }) {
  const { t } = useLanguage()
  const calls = new Map(run.calls.map((call) => [call.id, call]))
  if (run.items.length === 0) return <p className="text-ink-soft">{t('test-run.calls-deleted')}</p>
  return (
    <>
      <RunProgress run={run} />
      <RunTotals run={run} />
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {run.items.map((tested) => (
          <TestedCall key={tested.callId} run={run} tested={tested} call={calls.get(tested.callId) ?? null} />
        ))}
      </ul>
    </>
  )
}

function DeleteRun({ runId, onDeleted }: { runId: string; onDeleted: () => void }) {
  const { t } = useLanguage()
  const explain = useExplainError()
  const { remove } = usePromptTests()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setIsAsking(true)}>
        {t('test-run.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('test-run.delete-question')}
        cancelLabel={t('common.cancel')}
        confirmLabel={t('test-run.delete')}
        state={remove.isPending ? 'busy' : 'idle'}
        error={remove.error && explain(remove.error).sentence}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate(runId, { onSuccess: onDeleted })}
      >
        {t('test-run.delete-sentence')}
      </ConfirmDialog>
    </>
  )
}
