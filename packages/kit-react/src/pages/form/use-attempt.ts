import { useRef, useState } from 'react'
import { useMessages } from '../../provider/language.tsx'
import { type Explanation, explainFailure } from './explanation.ts'

/** What went wrong with one attempt. Each attempt has a number, so that the same failure is told again. */
export interface FailedAttempt {
  readonly number: number
  readonly explanation: Explanation
}

export interface Attempt {
  readonly isBusy: boolean
  readonly failed: FailedAttempt | null
  /** Does the work unless some is under way. The work returns what to tell about a refusal, or null. */
  run(work: () => Promise<Explanation | null>): void
  clear(): void
}

/** One thing that a person attempts, as often as it takes. */
export function useAttempt(): Attempt {
  const messages = useMessages()
  const [isBusy, setIsBusy] = useState(false)
  const [failed, setFailed] = useState<FailedAttempt | null>(null)
  const underWay = useRef(false)
  const count = useRef(0)

  async function attempt(work: () => Promise<Explanation | null>): Promise<void> {
    if (underWay.current) return
    underWay.current = true
    count.current++
    setIsBusy(true)
    setFailed(null)

    const explanation = await work().catch((error: unknown) => explainFailure(error, messages))
    setFailed(explanation && { number: count.current, explanation })
    setIsBusy(false)
    underWay.current = false
  }

  return { isBusy, failed, run: (work) => void attempt(work), clear: () => setFailed(null) }
}
