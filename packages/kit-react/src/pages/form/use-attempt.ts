import { useRef, useState } from 'react'
import { useLanguage } from '../../provider/language.tsx'
import { type Explanation, explainFailure } from './explanation.ts'

/**
 * The error of one attempt. The number changes with each attempt, so that a repeated error is announced
 * again.
 */
export interface FailedAttempt {
  readonly number: number
  readonly explanation: Explanation
}

export interface Attempt {
  readonly isBusy: boolean
  readonly failed: FailedAttempt | null
  /** Runs the work unless an attempt is running. The work returns an error message, or null on success. */
  run(work: () => Promise<Explanation | null>): void
  clear(): void
}

/** Manages an action that the user can attempt again. */
export function useAttempt(): Attempt {
  const { t } = useLanguage()
  const [isBusy, setIsBusy] = useState(false)
  const [failed, setFailed] = useState<FailedAttempt | null>(null)
  const isRunning = useRef(false)
  const count = useRef(0)

  async function attempt(work: () => Promise<Explanation | null>): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    count.current++
    setIsBusy(true)
    setFailed(null)

    const explanation = await work().catch((error: unknown) => explainFailure(error, t))
    setFailed(explanation && { number: count.current, explanation })
    setIsBusy(false)
    isRunning.current = false
  }

  return { isBusy, failed, run: (work) => void attempt(work), clear: () => setFailed(null) }
}
