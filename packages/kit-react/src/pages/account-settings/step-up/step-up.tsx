import { ApiError, type CurrentUser } from '@parley/kit'
import { createContext, type ReactNode, use, useState } from 'react'
import { CancelledError } from '../shared/explain-settings-error.ts'
import { StepUpDialog } from './step-up-dialog.tsx'

/**
 * Runs a change. If it requires a recent sign-in, asks the user to sign in on the page, then runs it again.
 */
type WithStepUp = <T>(work: () => Promise<T>) => Promise<T>

const StepUpContext = createContext<WithStepUp>((work) => work())

export function useStepUp(): WithStepUp {
  return use(StepUpContext)
}

interface PendingStepUp {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Provides {@link useStepUp}. */
export function StepUpProvider({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const [pending, setPending] = useState<PendingStepUp | null>(null)
  const [withStepUp] = useState(
    (): WithStepUp => async (work) => {
      try {
        return await work()
      } catch (error) {
        if (!isStepUpRequired(error)) throw error
        await new Promise<void>((resolve, reject) => setPending({ resolve, reject })).finally(() =>
          setPending(null),
        )
        return await work()
      }
    },
  )

  return (
    <StepUpContext value={withStepUp}>
      {children}
      {pending && (
        <StepUpDialog
          user={user}
          onConfirmed={pending.resolve}
          onCancel={() => pending.reject(new CancelledError())}
        />
      )}
    </StepUpContext>
  )
}

/** Asks for a renewed sign-in before a change is sent. */
class StepUpRequiredError extends Error {}

/**
 * Throws if a change of the sign-in methods would require a renewed sign-in. A form whose input expires runs
 * it before the user fills the form in.
 */
export async function requireRecentSignIn(user: CurrentUser): Promise<void> {
  const sessions = await user.getActiveSessions()
  if (sessions.some(({ needsStepUp }) => needsStepUp)) throw new StepUpRequiredError()
}

function isStepUpRequired(error: unknown): boolean {
  if (error instanceof StepUpRequiredError) return true
  return error instanceof ApiError && error.code === 'USER_AUTHENTICATION_REQUIRED'
}
