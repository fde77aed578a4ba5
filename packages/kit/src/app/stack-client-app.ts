import type { Result } from '@parley/client'
import type { CachedData } from '../cache/data-cache.ts'
import type { RedirectOptions } from '../redirects/redirects.ts'
import type { HandlerUrls } from '../redirects/urls.ts'
import type { EndpointError } from '../requests/account-client.ts'
import { type AppCore, createAppCore } from './core.ts'
import { type GetUserOptions, getUser, type OrMode, type UserOr } from './get-user.ts'
import type { StackClientAppOptions } from './options.ts'
import type { Project } from './project.ts'
import * as signInMethods from './sign-in-methods.ts'
import { completeCode } from './sign-in-nonce.ts'
import { createUserStore, type UserStore } from './user-store.ts'

/**
 * The client app of a project: signs users in, provides the signed-in user, and redirects to the pages of the kit.
 *
 * Errors that an endpoint declares are returned as `{ status: 'error', error }`. Methods throw {@link NetworkError},
 * {@link TooManyRequestsError} and, for all other error codes, {@link ApiError}.
 */
export class StackClientApp {
  readonly projectId: string
  readonly urls: HandlerUrls
  /** The signed-in user, anonymous users included, as a subscribable store. */
  readonly user: UserStore
  /** The public configuration of the project. */
  readonly project: CachedData<Project>
  readonly #core: AppCore

  constructor(options: StackClientAppOptions) {
    this.#core = createAppCore(options)
    this.projectId = options.projectId
    this.urls = this.#core.urls
    this.project = this.#core.project
    this.user = createUserStore(this.#core, (signOutOptions) => this.signOut(signOutOptions))
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
    options: signInMethods.Credential & signInMethods.SignInOptions,
  ): Promise<Result<null, EndpointError<'POST /auth/password/sign-in'>>> {
    return signInMethods.signInWithCredential(this.#core, options)
  }

  signUpWithCredential(
    options: signInMethods.Credential & signInMethods.SignInOptions & signInMethods.VerificationCallback,
  ): Promise<Result<null, EndpointError<'POST /auth/password/sign-up'>>> {
    return signInMethods.signUpWithCredential(this.#core, options)
  }

  /**
   * Sends an e-mail with a magic link and a 6-character code. The typed characters followed by the nonce are the complete
   * code. Browsers store the nonce for the link.
   */
  sendMagicLinkEmail(
    email: string,
    options: { readonly callbackUrl?: string } = {},
  ): Promise<Result<{ readonly nonce: string }, EndpointError<'POST /auth/otp/send-sign-in-code'>>> {
    return signInMethods.sendMagicLinkEmail(this.#core, email, options)
  }

  /**
   * Returns the complete code of a magic link. If the project binds links to the requesting browser, a link contains only 6
   * characters, which that browser completes with its stored nonce; other browsers get null.
   */
  completeMagicLinkCode(code: string): string | null {
    return completeCode(this.projectId, code)
  }

  signInWithMagicLink(
    code: string,
    options: signInMethods.SignInOptions = {},
  ): Promise<Result<{ readonly isNewUser: boolean }, EndpointError<'POST /auth/otp/sign-in'>>> {
    return signInMethods.signInWithMagicLink(this.#core, code, options)
  }

  /** Checks whether a magic link code is valid, without consuming it. */
  async checkMagicLinkCode(
    code: string,
  ): Promise<Result<null, EndpointError<'POST /auth/otp/sign-in/check-code'>>> {
    const result = await this.#core.request('POST /auth/otp/sign-in/check-code', { body: { code } })
    return result.status === 'ok' ? { status: 'ok', data: null } : result
  }

  async verifyEmail(code: string): Promise<Result<null, EndpointError<'POST /contact-channels/verify'>>> {
    const result = await this.#core.request('POST /contact-channels/verify', { body: { code } })
    if (result.status === 'error') return result
    await this.user.refresh()
    return { status: 'ok', data: null }
  }

  /**
   * Ends the session and redirects.
   *
   * @throws {UntrustedRedirectError} if the return target is on another site. The session has already ended.
   */
  signOut(options: signInMethods.SignOutOptions = {}): Promise<void> {
    return signInMethods.signOut(this.#core, options)
  }

  /** The URL of the sign-in page, with the current page as return target. */
  signInUrl(options?: RedirectOptions): string {
    return this.#core.redirects.authPageUrl('signIn', options)
  }

  signUpUrl(options?: RedirectOptions): string {
    return this.#core.redirects.authPageUrl('signUp', options)
  }

  /** Navigates to a URL of this application with the configured redirect method. */
  navigate(to: string): void {
    this.#core.redirects.navigate(to)
  }

  redirectToSignIn(options?: RedirectOptions): Promise<void> {
    return this.#core.redirects.redirectTo(this.signInUrl(options))
  }

  redirectToSignUp(options?: RedirectOptions): Promise<void> {
    return this.#core.redirects.redirectTo(this.signUpUrl(options))
  }

  redirectToSignOut(): Promise<void> {
    return this.#core.redirects.redirectTo(this.urls.signOut)
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
    return this.#core.redirects.redirectTo(this.urls.home)
  }

  redirectToError(): Promise<void> {
    return this.#core.redirects.redirectTo(this.urls.error)
  }

  redirectToEmailVerification(): Promise<void> {
    return this.#core.redirects.redirectTo(this.urls.emailVerification)
  }

  redirectToMagicLinkCallback(): Promise<void> {
    return this.#core.redirects.redirectTo(this.urls.magicLinkCallback)
  }

  redirectToMfa(): Promise<void> {
    return this.#core.redirects.redirectTo(this.urls.mfa)
  }
}
