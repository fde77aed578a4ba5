import { type EndpointError, OtherUserError } from '@parley/kit'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import type { Explanation } from '../form/explanation.ts'
import { type Attempt, useAttempt } from '../form/use-attempt.ts'

/** The reason why a sign-in cannot be completed. */
export type EndedAttempt = 'expired' | 'too-many' | 'other-account'

interface SecondFactorOptions {
  attemptCode: string
  /** The message for an incorrect code. */
  refusal: Explanation
  onRefused: () => void
  onEnded: (reason: EndedAttempt) => void
}

interface SecondFactor {
  readonly attempt: Attempt
  /** Completes the sign-in and redirects. */
  readonly signIn: (code: string) => void
}

export function useSecondFactor({
  attemptCode,
  refusal,
  onRefused,
  onEnded,
}: SecondFactorOptions): SecondFactor {
  const app = useStackApp()
  const attempt = useAttempt()

  const signIn = (code: string) =>
    attempt.run(async () => {
      const result = await app.signInWithMfa(code, attemptCode).catch(toOtherUser)
      if (result.status === 'ok') return null
      const ended = result.status === 'other-account' ? result.status : findEnd(result.error)
      if (ended === null) {
        onRefused()
        return refusal
      }
      onEnded(ended)
      return null
    })
  return { attempt, signIn }
}

function toOtherUser(error: unknown) {
  if (error instanceof OtherUserError) return { status: 'other-account' } as const
  throw error
}

/** Returns why the sign-in has ended, or null if another code can be entered. */
function findEnd({ code }: EndpointError<'POST /auth/mfa/sign-in'>): EndedAttempt | null {
  switch (code) {
    case 'INVALID_TOTP_CODE':
      return null
    case 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED':
      return 'too-many'
    case 'VERIFICATION_CODE_NOT_FOUND':
    case 'VERIFICATION_CODE_EXPIRED':
    case 'VERIFICATION_CODE_ALREADY_USED':
      return 'expired'
  }
}
