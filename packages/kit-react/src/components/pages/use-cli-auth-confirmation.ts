import { useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useUrlPart } from '../../hooks/use-url-part.ts'

export type CliAuthConfirmationStatus =
  | 'idle'
  | 'invalid'
  | 'authorizing'
  | 'redirecting'
  | 'success'
  | 'error'

export interface CliAuthConfirmationState {
  /** `invalid`: the URL has no code. `redirecting`: the user signs in first and returns. */
  readonly status: CliAuthConfirmationStatus
  readonly loginCode: string | null
  readonly error: Error | null
  readonly isLoading: boolean
  /** Approves the command-line login. */
  authorize(): Promise<void>
  /** Allows another attempt after an error. */
  retry(): void
}

type Progress =
  | { readonly status: Exclude<CliAuthConfirmationStatus, 'invalid' | 'error'> }
  | { readonly status: 'error'; readonly error: Error }

/** Provides what an application needs for its own page that confirms command-line logins. */
export function useCliAuthConfirmation(): CliAuthConfirmationState {
  const app = useStackApp()
  const search = useUrlPart('search')
  const urlCode = new URLSearchParams(search ?? '').get('login_code')
  // The application may remove the code from the URL.
  const [loginCode, setLoginCode] = useState(urlCode)
  if (loginCode === null && urlCode !== null) setLoginCode(urlCode)
  const [progress, setProgress] = useState<Progress>({ status: 'idle' })

  async function authorize(): Promise<void> {
    if (loginCode === null) return
    setProgress({ status: 'authorizing' })
    try {
      if (!(await app.getUser())) {
        setProgress({ status: 'redirecting' })
        return await app.redirectToSignIn()
      }
      const result = await app.completeCliLogin(loginCode)
      setProgress(result.status === 'ok' ? { status: 'success' } : { status: 'error', error: result.error })
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      setProgress({ status: 'error', error })
    }
  }

  return {
    status: search !== null && loginCode === null ? 'invalid' : progress.status,
    loginCode,
    error: progress.status === 'error' ? progress.error : null,
    isLoading: progress.status === 'authorizing' || progress.status === 'redirecting',
    authorize,
    retry: () => setProgress({ status: 'idle' }),
  }
}
