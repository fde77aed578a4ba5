import { returnToParameter } from '@parley/kit'
import { isCode } from '../form/code.ts'

/** Returns the code of the invitation that the user came from and returns to, or null. */
export function readInvitationCode(invitationPage: string): string | null {
  const target = new URLSearchParams(location.search).get(returnToParameter)
  if (target === null || !URL.canParse(target, location.href)) return null
  const { pathname, searchParams } = new URL(target, location.href)
  if (pathname !== new URL(invitationPage, location.href).pathname) return null
  const code = searchParams.get('code')
  return isCode(code) ? code : null
}
