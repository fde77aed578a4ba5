import type { CachedData } from '../cache/data-cache.ts'
import type { CallResult, RefusalOf } from '../calls/call.ts'
import type { RedirectOptions } from '../redirects/redirects.ts'
import type { HandlerUrls } from '../redirects/urls.ts'
import { type AppCore, createAppCore } from './core.ts'
import { type GetUserOptions, getUser, type OrMode, type UserOr } from './get-user.ts'
import type { StackClientAppOptions } from './options.ts'
import { createPresentUser, type PresentUser } from './present-user.ts'
import type { Project } from './project.ts'
import { wholeCode } from './sign-in-nonce.ts'
import * as waysIn from './ways-in.ts'

/**
 * The client app of a project: signs users in, provides the signed-in user, and redirects to the pages of the kit.
 *
 * Errors that an endpoint declares are returned as `{ ok: false, error }`. Methods throw {@link NetworkError},
 * {@link TooManyRequestsError} and, for all other error codes, {@link ApiError}.
 */
export class StackClientApp {
  readonly projectId: string
  readonly urls: HandlerUrls
  /** The signed-in user, anonymous users included, as a subscribable store. */
  readonly user: PresentUser
  /** The public configuration of the project. */
  readonly project: CachedData<Project>
  readonly #core: AppCore

  constructor(options: StackClientAppOptions) {
    this.#core = createAppCore(options)
    this.projectId = options.projectId
    this.urls = this.#core.urls
    this.project = this.#core.project
    this.user = createPresentUser(this.#core, (signOutOptions) => this.signOut(signOutOptions))
  }

  /** @throws {Error} with `or: 'throw'` if no user is signed in. */
  async getUser<Mode extends OrMode = 'return-null'>({
    or,
  }: GetUserOptions<Mode> = {}): Promise<UserOr<Mode>> {
    const parts = { core: this.#core, user: this.user, redirectToSignIn: () => this.redirectToSignIn() }
    return (await getUser(parts, or ?? 'return-null')) as UserOr<Mode>
  }

  async getProject(): Promise<Project> {
    return await this.project.load()
  }

  signInWithCredential(
    options: waysIn.Credential & waysIn.SigningOptions,
  ): Promise<CallResult<null, RefusalOf<'POST /auth/password/sign-in'>>> {
    return waysIn.signInWithCredential(this.#core, options)
  }

  signUpWithCredential(
    options: waysIn.Credential & waysIn.SigningOptions & waysIn.VerificationCallback,
  ): Promise<CallResult<null, RefusalOf<'POST /auth/password/sign-up'>>> {
    return waysIn.signUpWithCredential(this.#core, options)
  }

  /**
   * Sends an e-mail with a magic link and a 6-character code. The typed characters followed by the nonce are the complete
   * code. Browsers store the nonce for the link.
   */
  sendMagicLinkEmail(
    email: string,
    options: { readonly callbackUrl?: string } = {},
  ): Promise<CallResult<{ readonly nonce: string }, RefusalOf<'POST /auth/otp/send-sign-in-code'>>> {
    return waysIn.sendMagicLinkEmail(this.#core, email, options)
  }

  /**
   * Returns the complete code of a magic link. If the project binds links to the requesting browser, a link contains only 6
   * characters, which that browser completes with its stored nonce; other browsers get null.
   */
  wholeMagicLinkCode(code: string): string | null {
    return wholeCode(this.projectId, code)
  }

  signInWithMagicLink(
    code: string,
    options: waysIn.SigningOptions = {},
  ): Promise<CallResult<{ readonly isNewUser: boolean }, RefusalOf<'POST /auth/otp/sign-in'>>> {
    return waysIn.signInWithMagicLink(this.#core, code, options)
  }

  /** Checks whether a magic link code is valid, without consuming it. */
  async checkMagicLinkCode(
    code: string,
  ): Promise<CallResult<null, RefusalOf<'POST /auth/otp/sign-in/check-code'>>> {
    const result = await this.#core.call('POST /auth/otp/sign-in/check-code', { body: { code } })
    return result.ok ? { ok: true, data: null } : result
  }

  async verifyEmail(code: string): Promise<CallResult<null, RefusalOf<'POST /contact-channels/verify'>>> {
    const result = await this.#core.call('POST /contact-channels/verify', { body: { code } })
    if (!result.ok) return result
    await this.user.refresh()
    return { ok: true, data: null }
  }

  /**
   * Ends the session and redirects.
   *
   * @throws {UntrustedRedirectError} if the return target is on another site. The session has already ended.
   */
  signOut(options: waysIn.SignOutOptions = {}): Promise<void> {
    return waysIn.signOut(this.#core, options)
  }

  /** The URL of the sign-in page, with the current page as return target. */
  signInUrl(options?: RedirectOptions): string {
    return this.#core.redirects.signingUrl('signIn', options)
  }

  signUpUrl(options?: RedirectOptions): string {
    return this.#core.redirects.signingUrl('signUp', options)
  }

  /** Navigates to a URL of this application with the configured redirect method. */
  navigate(to: string): void {
    this.#core.redirects.navigate(to)
  }

  redirectToSignIn(options?: RedirectOptions): Promise<void> {
    return this.#core.redirects.go(this.signInUrl(options))
  }

  redirectToSignUp(options?: RedirectOptions): Promise<void> {
    return this.#core.redirects.go(this.signUpUrl(options))
  }

  redirectToSignOut(): Promise<void> {
    return this.#core.redirects.go(this.urls.signOut)
  }

  /** @throws {UntrustedRedirectError} if the return target in the URL is on another site. */
  redirectToAfterSignIn(): Promise<void> {
    return this.#core.redirects.afterSignIn()
  }

  /** @throws {UntrustedRedirectError} if the return target in the URL is on another site. */
  redirectToAfterSignUp(): Promise<void> {
    return this.#core.redirects.afterSignUp()
  }

  redirectToAfterSignOut(): Promise<void> {
    return this.#core.redirects.afterSignOut()
  }

  redirectToHome(): Promise<void> {
    return this.#core.redirects.go(this.urls.home)
  }

  redirectToError(): Promise<void> {
    return this.#core.redirects.go(this.urls.error)
  }

  redirectToEmailVerification(): Promise<void> {
    return this.#core.redirects.go(this.urls.emailVerification)
  }

  redirectToMagicLinkCallback(): Promise<void> {
    return this.#core.redirects.go(this.urls.magicLinkCallback)
  }

  redirectToMfa(): Promise<void> {
    return this.#core.redirects.go(this.urls.mfa)
  }
}
