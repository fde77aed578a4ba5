import { ApiError, type CurrentUser, UnexpectedResponseError } from '@parley/kit'
import { useLanguage } from '../../../provider/language.tsx'
import { explainErrorCode } from '../../error/explain-error-code.ts'
import type { Explanation } from '../../form/explanation.ts'
import { explainSettingsError } from '../shared/explain-settings-error.ts'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { type Change, useChange } from '../shared/use-change.ts'

interface Connect {
  readonly change: Change
  /** Leaves the page for that of the provider, which leads back. */
  readonly connect: () => void
}

export function useConnect(user: CurrentUser, provider: string): Connect {
  const { t } = useSettingsTexts()
  const { t: common } = useLanguage()
  const change = useChange()
  const explain = (error: unknown): Explanation | null => {
    // Without a response, the user can only check the connection.
    if (!(error instanceof ApiError || error instanceof UnexpectedResponseError)) return null
    const known = error instanceof ApiError ? explainErrorCode(error.code, common) : null
    const { title, advice } = explainSettingsError(error, { t, common })
    return {
      title: common('error.link-failed'),
      advice: known ? `${known.title}.` : `${title} ${advice}`.trim(),
    }
  }
  return {
    change,
    connect: () => change.run(() => user.linkOAuthProvider(provider), { done: null, explain }),
  }
}
