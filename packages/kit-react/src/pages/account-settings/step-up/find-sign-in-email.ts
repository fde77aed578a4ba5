import type { CurrentUser } from '@parley/kit'

/** Returns the address with which a user signs in. */
export async function findSignInEmail(user: CurrentUser): Promise<string> {
  const channels = await user.listContactChannels()
  return channels.find(({ usedForAuth }) => usedForAuth)?.value ?? user.primaryEmail ?? ''
}
