import type { referenceCalls, testRuns } from '@parley/contract/phone'
import { useQuery } from '@tanstack/react-query'
import { usePhone } from '../../../phone-context.tsx'
import type { SavedContent } from '../prompt/prompt-content.ts'
import { hasPrompt } from './sum-results.ts'

export interface ReferenceCheck {
  /** `none`: there are no reference calls. `needed`: they have not all run with this prompt. */
  readonly state: 'loading' | 'none' | 'needed' | 'running' | 'failed' | 'passed'
  readonly references: readonly referenceCalls.ReferenceCall[]
  /** The latest run of the reference calls, if it is one of this prompt. */
  readonly run: testRuns.TestRun | null
  readonly error: Error | null
}

/** Whether the reference calls have passed with a prompt. The service decides again when it is published. */
export function useReferenceCheck(content: SavedContent): ReferenceCheck {
  const { queries } = usePhone()
  const references = useQuery(queries.referenceCalls())
  const runs = useQuery(queries.testRuns())
  const latest = runs.data?.items.find(({ purpose }) => purpose === 'references')
  const details = useQuery({ ...queries.testRun(latest?.id ?? ''), enabled: latest !== undefined })
  const items = references.data?.items ?? []
  const run = details.data && hasPrompt(details.data, content) ? details.data : null
  const isLoading = !references.data || !runs.data || (latest !== undefined && details.isPending)
  return {
    state: isLoading ? 'loading' : findState(items, run),
    references: items,
    run,
    error: references.error ?? runs.error ?? details.error,
  }
}

function findState(
  references: readonly referenceCalls.ReferenceCall[],
  run: testRuns.TestRun | null,
): ReferenceCheck['state'] {
  if (references.length === 0) return 'none'
  if (run?.state === 'running') return 'running'
  const outcomes = references.map(
    ({ callId }) => run?.items.find((tested) => tested.callId === callId)?.reference ?? null,
  )
  if (outcomes.some((outcome) => outcome && !outcome.isPassed)) return 'failed'
  return outcomes.every((outcome) => outcome?.isPassed) ? 'passed' : 'needed'
}
