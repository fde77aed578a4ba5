import { ApiError } from '@parley/client'
import { isOwnerPermission } from '@parley/kit'
import { useMemo } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

/** The errors of the account service that members meet, with their texts. */
const texts = {
  EMAIL_NOT_VERIFIED: 'members.verify-first',
  TEAM_PERMISSION_REQUIRED: 'members.not-allowed',
  TEAM_MEMBERSHIP_NOT_FOUND: 'members.gone',
  TEAM_PERMISSION_NOT_FOUND: 'members.gone',
  TEAM_PERMISSION_LAST_HOLDER: 'members.last-admin',
} as const

/** Returns the function that explains an error of a change to the members in one sentence. */
export function useExplainMemberError(): (error: unknown) => string {
  const { t } = useLanguage()
  const explain = useExplainError()
  return useMemo(
    () => (error) => {
      const text = error instanceof ApiError ? findText(error) : undefined
      return text ? t(text) : explain(error).sentence
    },
    [t, explain],
  )
}

type Text = (typeof texts)[keyof typeof texts] | 'members.last-owner'

function findText({ code, details }: ApiError): Text | undefined {
  if (code === 'TEAM_PERMISSION_LAST_HOLDER' && isAboutOwners(details)) return 'members.last-owner'
  return new Map<string, (typeof texts)[keyof typeof texts]>(Object.entries(texts)).get(code)
}

function isAboutOwners(details: unknown): boolean {
  const isNamed = typeof details === 'object' && details !== null && 'permission_id' in details
  return isNamed && isOwnerPermission(String(details.permission_id))
}
