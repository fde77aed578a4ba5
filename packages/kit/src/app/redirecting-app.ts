import type { NavigateOptions } from '../redirects/redirect-method.ts'
import type { RedirectOptions } from '../redirects/redirects.ts'
import type { HandlerUrls } from '../redirects/urls.ts'
import type { AppCore } from './core.ts'

/** The methods of the client app that lead to pages. */
export abstract class RedirectingApp {
  readonly urls: HandlerUrls
  protected readonly core: AppCore

  constructor(core: AppCore) {
    this.core = core
    this.urls = core.urls
  }

  /** The URL of the sign-in page, with the current page as return target. */
  signInUrl(options?: RedirectOptions): string {
    return this.core.redirects.authPageUrl('signIn', options)
  }

  signUpUrl(options?: RedirectOptions): string {
    return this.core.redirects.authPageUrl('signUp', options)
  }

  /** The URL of a page, with the return target of the current page. */
  pageUrl(page: keyof HandlerUrls): string {
    return this.core.redirects.pageUrl(page)
  }

  /** Navigates to a URL of this application with the configured redirect method. */
  navigate(to: string, options?: NavigateOptions): void {
    this.core.redirects.navigate(to, options)
  }

  /** Returns, in a component, the function that navigates with the application's router. */
  useNavigate(): (to: string) => void {
    return this.core.redirects.useNavigate()
  }

  redirectToSignIn(options?: RedirectOptions): Promise<void> {
    return this.core.redirects.redirectTo(this.signInUrl(options), options)
  }

  redirectToSignUp(options?: RedirectOptions): Promise<void> {
    return this.core.redirects.redirectTo(this.signUpUrl(options), options)
  }

  /** @throws {UntrustedRedirectError} if the return target in the URL is on another site. */
  redirectToAfterSignIn(options?: RedirectOptions): Promise<void> {
    return this.core.redirects.afterSignIn(options)
  }

  /** @throws {UntrustedRedirectError} if the return target in the URL is on another site. */
  redirectToAfterSignUp(options?: RedirectOptions): Promise<void> {
    return this.core.redirects.afterSignUp(options)
  }

  /** @throws {UntrustedRedirectError} if the return target in the URL is on another site. */
  redirectToAfterSignOut(options?: RedirectOptions): Promise<void> {
    return this.core.redirects.afterSignOut(options)
  }

  redirectToSignOut(options?: RedirectOptions): Promise<void> {
    return this.core.redirects.redirectTo(this.urls.signOut, options)
  }

  redirectToHome(options?: RedirectOptions): Promise<void> {
    return this.core.redirects.redirectTo(this.urls.home, options)
  }

  redirectToError(options?: RedirectOptions): Promise<void> {
    return this.core.redirects.redirectTo(this.urls.error, options)
  }

  redirectToEmailVerification(options?: RedirectOptions): Promise<void> {
    return this.core.redirects.redirectTo(this.pageUrl('emailVerification'), options)
  }

  redirectToPasswordReset(options?: RedirectOptions): Promise<void> {
    return this.core.redirects.redirectTo(this.pageUrl('passwordReset'), options)
  }

  redirectToForgotPassword(options?: RedirectOptions): Promise<void> {
    return this.core.redirects.redirectTo(this.pageUrl('forgotPassword'), options)
  }

  redirectToOAuthCallback(options?: RedirectOptions): Promise<void> {
    return this.core.redirects.redirectTo(this.pageUrl('oauthCallback'), options)
  }

  redirectToMagicLinkCallback(options?: RedirectOptions): Promise<void> {
    return this.core.redirects.redirectTo(this.pageUrl('magicLinkCallback'), options)
  }

  redirectToAccountSettings(options?: RedirectOptions): Promise<void> {
    return this.core.redirects.redirectTo(this.urls.accountSettings, options)
  }

  redirectToTeamInvitation(options?: RedirectOptions): Promise<void> {
    return this.core.redirects.redirectTo(this.urls.teamInvitation, options)
  }

  redirectToMfa(options?: RedirectOptions): Promise<void> {
    return this.core.redirects.redirectTo(this.pageUrl('mfa'), options)
  }

  redirectToCliAuthConfirm(options?: RedirectOptions): Promise<void> {
    return this.core.redirects.redirectTo(this.urls.cliAuthConfirm, options)
  }
}
