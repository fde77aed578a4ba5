import type { ContactChannel, CurrentUser, Project } from '@parley/kit'

type User = Pick<CurrentUser, 'hasPassword' | 'otpAuthEnabled' | 'passkeyAuthEnabled' | 'oauthProviders'>

/** Returns with how many methods a user can sign in. */
export function countSignInMethods(
  user: User,
  { config }: Project,
  channels: readonly Pick<ContactChannel, 'usedForAuth'>[],
): number {
  const hasEmail = channels.some(({ usedForAuth }) => usedForAuth)
  const enabled = new Set(config.oauthProviders.map(({ id }) => id))
  return [
    hasEmail && user.hasPassword && config.credentialEnabled,
    hasEmail && user.otpAuthEnabled && config.magicLinkEnabled,
    user.passkeyAuthEnabled && config.passkeyEnabled,
    ...user.oauthProviders.map(({ id }) => enabled.has(id)),
  ].filter(Boolean).length
}
