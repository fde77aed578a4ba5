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
 * An application's connection to its project: signs people in, knows who is signed in, and leads to the pages.
 *
 * Methods throw {@link ConnectionFailed} and {@link TooManyRequests}, and known errors that the caller cannot be expected
 * to handle as {@link RefusedCall}. The others come back as `{ ok: false, error }`.
 */
export class StackClientApp {
  readonly projectId: string
  readonly urls: HandlerUrls
  /** Who is signed in, anonymous people included, as a store that components subscribe to. */
  readonly user: PresentUser
  /** What the project allows before anybody signs in. */
  readonly project: CachedData<Project>
  readonly #core: AppCore

  constructor(options: StackClientAppOptions) {
    this.#core = createAppCore(options)
    this.projectId = options.projectId
    this.urls = this.#core.urls
    this.project = this.#core.project
    this.user = createPresentUser(this.#core, (signOutOptions) => this.signOut(signOutOptions))
  }

  /** @throws {Error} under `or: 'throw'` when nobody is signed in. */
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
   * Sends a mail with a link and six characters, which make a code when the nonce is put behind them. Browsers keep the nonce
   * for the link.
   */
  sendMagicLinkEmail(
    email: string,
    options: { readonly callbackUrl?: string } = {},
  ): Promise<CallResult<{ readonly nonce: string }, RefusalOf<'POST /auth/otp/send-sign-in-code'>>> {
    return waysIn.sendMagicLinkEmail(this.#core, email, options)
  }

  /**
   * The whole code of a link. Where the project binds links to the browser that asked for them, they carry six characters,
   * which are a code together with what that browser kept; in every other browser this is null.
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

  /** Tells whether a link would sign somebody in, without using it up. */
  async checkMagicLinkCode(
    code: string,
  ): Promise<CallResult<null, RefusalOf<'POST /auth/otp/sign-in/check-code'>>> {
    const answer = await this.#core.call('POST /auth/otp/sign-in/check-code', { body: { code } })
    return answer.ok ? { ok: true, data: null } : answer
  }

  async verifyEmail(code: string): Promise<CallResult<null, RefusalOf<'POST /contact-channels/verify'>>> {
    const answer = await this.#core.call('POST /contact-channels/verify', { body: { code } })
    if (!answer.ok) return answer
    await this.user.refresh()
    return { ok: true, data: null }
  }

  /**
   * Ends the session and leads away.
   *
   * @throws {UntrustedRedirect} when the address asks to go on to another site; the session has ended by then.
   */
  signOut(options: waysIn.SignOutOptions = {}): Promise<void> {
    return waysIn.signOut(this.#core, options)
  }

  /** The sign-in page's address, with the way back to the present page. */
  signInUrl(options?: RedirectOptions): string {
    return this.#core.redirects.signingUrl('signIn', options)
  }

  signUpUrl(options?: RedirectOptions): string {
    return this.#core.redirects.signingUrl('signUp', options)
  }

  /** Moves to an address of this application, by its router where it has one. */
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

  /** @throws {UntrustedRedirect} when the address of the present page asks to go on to another site. */
  redirectToAfterSignIn(): Promise<void> {
    return this.#core.redirects.afterSignIn()
  }

  /** @throws {UntrustedRedirect} when the address of the present page asks to go on to another site. */
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
