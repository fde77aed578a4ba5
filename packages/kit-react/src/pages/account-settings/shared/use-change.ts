import { useToast } from '@parley/ui'
import { useLanguage } from '../../../provider/language.tsx'
import type { Explanation } from '../../form/explanation.ts'
import { type Attempt, useAttempt } from '../../form/use-attempt.ts'
import { useStepUp } from '../step-up/step-up.tsx'
import { CancelledError, explainSettingsError } from './explain-settings-error.ts'
import { useSettingsTexts } from './settings-texts.ts'

interface ChangeOptions {
  /** Announced after the change. Defaults to "Saved"; null announces nothing. */
  readonly done?: string | null
  readonly onDone?: () => void
  /** Returns the message for an error that only this change has; null for all others. */
  readonly explain?: (error: unknown) => Explanation | null
}

export interface Change extends Omit<Attempt, 'run'> {
  run(work: () => Promise<unknown>, options?: ChangeOptions): void
}

/**
 * Manages a change of the account: asks for the password or a code where the project requires it, then
 * repeats the change.
 */
export function useChange(): Change {
  const { t } = useSettingsTexts()
  const { t: common } = useLanguage()
  const attempt = useAttempt()
  const withStepUp = useStepUp()
  const showToast = useToast()

  return {
    ...attempt,
    run(work, { done = t('page.saved'), onDone, explain } = {}) {
      attempt.run(async () => {
        try {
          await withStepUp(work)
        } catch (error) {
          if (error instanceof CancelledError) return null
          return explain?.(error) ?? explainSettingsError(error, { t, common })
        }
        if (done) showToast({ text: done })
        onDone?.()
        return null
      })
    },
  }
}

/** Throws the error of a result or of a method that returns its error. */
export function throwError(error: Error | undefined): void {
  if (error) throw error
}
