import type { testRuns } from '@parley/contract/phone'
import { Badge } from '@parley/ui'
import { useLanguage } from '../../../i18n/language.tsx'

const tones = { running: 'accent', done: 'positive', cancelled: 'neutral' } as const

/** The state of a test run, and how many of its results have failed. */
export function RunBadges({ run: { state, failedCount } }: { run: testRuns.TestRunSummary }) {
  const { t, plural } = useLanguage()
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={tones[state]}>{t(`test-run.state-${state}`)}</Badge>
      {failedCount > 0 && <Badge tone="danger">{plural('test-run.failures', failedCount)}</Badge>}
    </span>
  )
}
