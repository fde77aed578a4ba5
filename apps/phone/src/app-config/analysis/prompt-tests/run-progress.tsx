import type { testRuns } from '@parley/contract/phone'
import { Button, Progress } from '@parley/ui'
import { useLanguage } from '../../../i18n/language.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import { usePromptTests } from './use-prompt-tests.ts'

/** The progress of a test run, which can be cancelled. Renders nothing when it has ended. */
export function RunProgress({ run }: { run: testRuns.TestRunSummary }) {
  const { t } = useLanguage()
  const { cancel } = usePromptTests()
  if (run.state !== 'running') return null
  const done = run.resultCount - run.unfinishedCount
  const label = t('test-run.progress', { done, total: run.resultCount })
  const stop = () => cancel.mutate(run.id)
  return (
    <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Progress label={t('test-run.state-running')} value={done / run.resultCount} valueText={label} />
      {cancel.error && <ErrorAlert error={cancel.error} onTryAgain={stop} />}
      <div>
        <Button size="small" state={cancel.isPending ? 'busy' : 'idle'} onClick={stop}>
          {t('test-run.cancel')}
        </Button>
      </div>
    </div>
  )
}
