/** Where the pages of the kit are, and where a person goes after them. Each can be set by the application. */
export interface HandlerUrls {
  readonly home: string
  /** The base under which the pages are. */
  readonly handler: string
  readonly signIn: string
  readonly afterSignIn: string
  readonly signUp: string
  readonly afterSignUp: string
  readonly signOut: string
  readonly afterSignOut: string
  readonly emailVerification: string
  readonly passwordReset: string
  readonly forgotPassword: string
  readonly oauthCallback: string
  readonly magicLinkCallback: string
  readonly accountSettings: string
  readonly error: string
  readonly teamInvitation: string
  readonly mfa: string
  readonly cliAuthConfirm: string
}

/** Fills in what the application did not set: pages beside each other under the handler, everything else at home. */
export function handlerUrls(set: Partial<HandlerUrls> = {}): HandlerUrls {
  const handler = set.handler ?? '/handler'
  const page = (name: string) => `${handler.replace(/\/$/, '')}/${name}`
  const home = set.home ?? '/'
  const afterSignIn = set.afterSignIn ?? home
  const defaults: HandlerUrls = {
    home,
    handler,
    signIn: page('sign-in'),
    afterSignIn,
    signUp: page('sign-up'),
    afterSignUp: afterSignIn,
    signOut: page('sign-out'),
    afterSignOut: home,
    emailVerification: page('email-verification'),
    passwordReset: page('password-reset'),
    forgotPassword: page('forgot-password'),
    oauthCallback: page('oauth-callback'),
    magicLinkCallback: page('magic-link-callback'),
    accountSettings: page('account-settings'),
    error: page('error'),
    teamInvitation: page('team-invitation'),
    mfa: page('mfa'),
    cliAuthConfirm: page('cli-auth-confirm'),
  }
  const given = Object.entries(set).filter(([, url]) => url !== undefined)
  return { ...defaults, ...Object.fromEntries(given) }
}
