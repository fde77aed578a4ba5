import { type ApiError, type CurrentUser, OtherUserError, type Result } from '@parley/kit'
import { useLanguage } from '../../../provider/language.tsx'
import { type Explanation, explainFailure } from '../../form/explanation.ts'
import { useSettingsTexts } from '../shared/settings-texts.ts'

export interface StepProps {
  user: CurrentUser
  onConfirmed: () => void
  onCancel: () => void
  onSecondFactor: (attemptCode: string) => void
}

/** Returns the options of each sign-in of a step. */
export function getStepOptions({ user }: StepProps) {
  return { noRedirect: true, secondFactor: 'return', expectedUserId: user.id } as const
}

/** Signs in and ends the step. Returns the message for a sign-in that failed. */
type EndStep = <E extends ApiError>(
  signIn: () => Promise<Result<unknown, E>>,
  explain: (error: E) => Explanation | null,
) => Promise<Explanation | null>

export function useStepEnd({ onConfirmed, onSecondFactor }: StepProps): EndStep {
  const { t } = useSettingsTexts()
  return async (signIn, explain) => {
    try {
      const result = await signIn()
      if (result.status === 'ok') onConfirmed()
      else if (result.error.code === 'MULTI_FACTOR_AUTHENTICATION_REQUIRED')
        onSecondFactor((result.error.details as { attempt_code: string }).attempt_code)
      else return explain(result.error)
      return null
    } catch (error) {
      if (!(error instanceof OtherUserError)) throw error
      return { title: t('confirm.other-account'), advice: '' }
    }
  }
}

const wrongInput: ReadonlySet<string> = new Set([
  'EMAIL_PASSWORD_MISMATCH',
  'INVALID_TOTP_CODE',
  'VERIFICATION_CODE_NOT_FOUND',
  'VERIFICATION_CODE_EXPIRED',
  'VERIFICATION_CODE_ALREADY_USED',
  'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED',
])

/** Returns the function that explains the errors of a step with an input. `wrong` is the sentence for wrong input. */
export function useExplainInput(wrong: string): (error: ApiError) => Explanation {
  const { t } = useLanguage()
  return (error) => (wrongInput.has(error.code) ? { title: wrong, advice: '' } : explainFailure(error, t))
}
