/** URLs of the kit's pages and of the pages to go to afterwards. The application can set each of them. */
export interface HandlerUrls {
  readonly home: string
  /** The base path of the pages. */
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

/** Adds the defaults: pages directly below the handler, all other URLs at home. */
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
  const defined = Object.entries(set).filter(([, url]) => url !== undefined)
  return { ...defaults, ...Object.fromEntries(defined) }
}
