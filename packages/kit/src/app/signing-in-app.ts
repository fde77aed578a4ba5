import type { Result } from '@parley/client'
import { isOpenedFromSetUp } from '../redirects/set-up-page.ts'
import type { EndpointError } from '../requests/account-client.ts'
import type { AccountError } from '../requests/account-errors.ts'
import { RedirectingApp } from './redirecting-app.ts'
import { refreshAfter, withoutData } from './result.ts'
import type * as cliLogin from './sign-in/cli-login.ts'
import type { SignInOptions } from './sign-in/finish-sign-in.ts'
import type * as passkeys from './sign-in/passkeys.ts'
import { readAttemptCode, signInWithMfa } from './sign-in/second-factor.ts'
import * as signInMethods from './sign-in/sign-in-methods.ts'
import { completeCode, isRequestedHere } from './sign-in/sign-in-nonce.ts'
import type * as signUp from './sign-in/sign-up.ts'
import type * as invitationCodes from './teams/invitation-codes.ts'

// A page uses few of these methods.
const loadOAuth = () => import('./sign-in/oauth.ts')
const loadCliLogin = () => import('./sign-in/cli-login.ts')
const loadInvitationCodes = () => import('./teams/invitation-codes.ts')
const loadPasswordReset = () => import('./sign-in/password-reset.ts')

/** The methods of the client app with which users sign in, and redeem the codes of e-mails. */
export abstract class SigningInApp extends RedirectingApp {
  protected abstract refreshUser(): Promise<void>
  #oauthCallback: Promise<boolean> | null = null

  signInWithCredential(
    options: signInMethods.Credential & SignInOptions,
  ): Promise<Result<undefined, EndpointError<'POST /auth/password/sign-in'>>> {
    return signInMethods.signInWithCredential(this.core, options)
  }

  async signUpWithCredential(
    options: signUp.SignUpInput,
  ): Promise<
    Result<undefined, EndpointError<'POST /auth/password/sign-up' | 'POST /auth/anonymous/upgrade'>>
  > {
    return await (await import('./sign-in/sign-up.ts')).signUpWithCredential(this.core, options)
  }

  /**
   * Sends an e-mail with a magic link and a 6-character code. The typed characters followed by the nonce are
   * the complete code. Browsers store the nonce for the link.
   */
  sendMagicLinkEmail(
    email: string,
    options: { readonly callbackUrl?: string } = {},
  ): Promise<Result<{ readonly nonce: string }, EndpointError<'POST /auth/otp/send-sign-in-code'>>> {
    return signInMethods.sendMagicLinkEmail(this.core, email, options)
  }

  /**
   * Returns the complete code of a magic link. If the project binds links to the requesting browser, a link
   * contains only 6 characters, which that browser completes with its stored nonce; other browsers get null.
   */
  completeMagicLinkCode(code: string): string | null {
    return completeCode(this.core.projectId, code)
  }

  /**
   * Whether a page may sign in with the complete code of a magic link without a question. Where scripts
   * cannot read the session, only the requesting browser may, or the one that has just set up the
   * installation: anyone can send a link that signs in to the account of the sender.
   */
  isMagicLinkTrusted(code: string): boolean {
    const { session, projectId, settings } = this.core
    return !session.isHttpOnly || isRequestedHere(projectId, code) || isOpenedFromSetUp(settings.baseUrl)
  }

  signInWithMagicLink(
    code: string,
    options: SignInOptions = {},
  ): Promise<Result<{ readonly isNewUser: boolean }, EndpointError<'POST /auth/otp/sign-in'>>> {
    return signInMethods.signInWithMagicLink(this.core, code, options)
  }

  /** Checks whether a magic link code is valid, without consuming it. */
  async checkMagicLinkCode(
    code: string,
  ): Promise<Result<undefined, EndpointError<'POST /auth/otp/sign-in/check-code'>>> {
    return withoutData(await this.core.request('POST /auth/otp/sign-in/check-code', { body: { code } }))
  }

  verifyEmail(code: string): Promise<Result<undefined, EndpointError<'POST /contact-channels/verify'>>> {
    return refreshAfter(
      () => this.refreshUser(),
      this.core.request('POST /contact-channels/verify', { body: { code } }),
    )
  }

  /** Redirects to the sign-in page of a provider. `expectedUserId` is the id of the user who must sign in. */
  async signInWithOAuth(
    provider: string,
    options: { readonly returnTo?: string; readonly expectedUserId?: string } = {},
  ): Promise<void> {
    const scopes = this.core.settings.oauthScopesOnSignIn?.[provider.toLowerCase()] ?? []
    const { redirectToProvider } = await loadOAuth()
    await redirectToProvider(this.core, { ...options, provider, type: 'authenticate', scopes })
  }

  /**
   * Completes the sign-in or the link on the OAuth callback page. Returns false, with a warning in the
   * console, if the URL is not the response to a request of this browser, and if the sign-in requires a
   * second factor.
   */
  callOAuthCallback(): Promise<boolean> {
    this.#oauthCallback ??= loadOAuth()
      .then((oauth) => oauth.callOAuthCallback(this.core))
      .finally(() => {
        this.#oauthCallback = null
      })
    return this.#oauthCallback
  }

  async signInWithPasskey(
    options: passkeys.PasskeySignInOptions = {},
  ): Promise<Result<undefined, passkeys.PasskeySignInError>> {
    return await (await import('./sign-in/passkeys.ts')).signInWithPasskey(this.core, options)
  }

  /** Sends an e-mail with a link to the password-reset page. The result is the same for unknown addresses. */
  async sendForgotPasswordEmail(
    email: string,
    options: { readonly callbackUrl?: string } = {},
  ): Promise<Result<undefined, EndpointError<'POST /auth/password/send-reset-code'>>> {
    return await (await loadPasswordReset()).sendForgotPasswordEmail(this.core, email, options)
  }

  /** Checks whether a password-reset code is valid, without consuming it. */
  async verifyPasswordResetCode(
    code: string,
  ): Promise<Result<undefined, EndpointError<'POST /auth/password/reset/check-code'>>> {
    return await (await loadPasswordReset()).verifyPasswordResetCode(this.core, code)
  }

  /** Sets a new password. All sessions of the user end. */
  async resetPassword(options: {
    readonly code: string
    readonly password: string
  }): Promise<Result<undefined, EndpointError<'POST /auth/password/reset'>>> {
    return await (await loadPasswordReset()).resetPassword(this.core, options)
  }

  /** Returns the attempt code of the sign-in in this tab that requires a second factor; null without one. */
  getMfaAttemptCode(): string | null {
    return readAttemptCode()
  }

  /**
   * Completes a sign-in that requires a second factor.
   *
   * @param otp - A 6-digit code or a recovery code.
   * @param code - The attempt code. Defaults to that of the sign-in in this tab.
   */
  signInWithMfa(
    otp: string,
    code: string = readAttemptCode() ?? '',
    options: SignInOptions = {},
  ): Promise<Result<{ readonly isNewUser: boolean }, EndpointError<'POST /auth/mfa/sign-in'>>> {
    return signInWithMfa(this.core, otp, code, options)
  }

  /**
   * Signs in a command line: shows a URL, waits until the user approves the login there, and returns the
   * refresh token.
   */
  async promptCliLogin(options: cliLogin.CliLoginOptions): Promise<Result<string, cliLogin.CliLoginError>> {
    return await (await loadCliLogin()).promptCliLogin(this.core, options)
  }

  /** Returns when and where a command-line login has begun. The error contains the message of the service. */
  async describeCliLogin(
    loginCode: string,
  ): Promise<Result<cliLogin.CliLoginDescription, AccountError<'CLI_AUTH_ERROR'>>> {
    return await (await loadCliLogin()).describeCliLogin(this.core, loginCode)
  }

  /** Approves a command-line login as the signed-in user. The error contains the message of the service. */
  async completeCliLogin(loginCode: string): Promise<Result<undefined, AccountError<'CLI_AUTH_ERROR'>>> {
    return await (await loadCliLogin()).completeCliLogin(this.core, loginCode)
  }

  /** Rejects a command-line login, which then expires. The error contains the message of the service. */
  async rejectCliLogin(loginCode: string): Promise<Result<undefined, AccountError<'CLI_AUTH_ERROR'>>> {
    return await (await loadCliLogin()).rejectCliLogin(this.core, loginCode)
  }

  /** Checks whether the code of a team invitation is valid, without consuming it. */
  async verifyTeamInvitationCode(
    code: string,
  ): Promise<Result<undefined, EndpointError<'POST /team-invitations/accept/check-code'>>> {
    return await (await loadInvitationCodes()).verifyTeamInvitationCode(this.core, code)
  }

  /** Returns to whom an invitation was sent, without consuming its code. */
  async getTeamInvitationRecipient(
    code: string,
  ): Promise<
    Result<invitationCodes.TeamInvitationRecipient, EndpointError<'POST /team-invitations/accept/check-code'>>
  > {
    return await (await loadInvitationCodes()).getTeamInvitationRecipient(this.core, code)
  }

  async getTeamInvitationDetails(
    code: string,
  ): Promise<
    Result<invitationCodes.TeamInvitationDetails, EndpointError<'POST /team-invitations/accept/details'>>
  > {
    return await (await loadInvitationCodes()).getTeamInvitationDetails(this.core, code)
  }

  /** Adds the signed-in user to the team. */
  acceptTeamInvitation(
    code: string,
  ): Promise<Result<undefined, EndpointError<'POST /team-invitations/accept'>>> {
    return refreshAfter(
      () => this.refreshUser(),
      this.core.request('POST /team-invitations/accept', { body: { code } }),
    )
  }
}
