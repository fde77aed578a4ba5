import type { CurrentUser, FormProject } from '@parley/kit'
import { supportsPasskeys } from '../../../components/passkey-button/passkey-support.ts'

/** A method with which a user can confirm a change. */
export type StepUpMethod =
  | { readonly kind: 'password' | 'passkey' | 'code' }
  | { readonly kind: 'provider'; readonly provider: string }

type User = Pick<CurrentUser, 'hasPassword' | 'otpAuthEnabled' | 'passkeyAuthEnabled' | 'oauthProviders'>

/**
 * Returns the methods of a user in this browser, those that take the least time first. A provider usually
 * knows the user already, while a code needs the inbox.
 */
export function listStepUpMethods(
  user: User,
  { config }: Pick<FormProject, 'config'>,
): readonly StepUpMethod[] {
  const connected = new Set(user.oauthProviders.map(({ id }) => id))
  const providers = config.oauthProviders.filter(({ id }) => connected.has(id))
  const isOffered = {
    password: user.hasPassword && config.credentialEnabled,
    passkey: user.passkeyAuthEnabled && config.passkeyEnabled && supportsPasskeys(),
    code: user.otpAuthEnabled && config.magicLinkEnabled,
  }
  const list = (...kinds: (keyof typeof isOffered)[]) =>
    kinds.filter((kind) => isOffered[kind]).map((kind) => ({ kind }))
  return [
    ...list('password', 'passkey'),
    ...providers.map(({ id }) => ({ kind: 'provider', provider: id }) as const),
    ...list('code'),
  ]
}
