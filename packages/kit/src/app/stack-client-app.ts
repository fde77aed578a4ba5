import type { Result } from '@parley/client'
import type { CachedData } from '../cache/data-cache.ts'
import type { EndpointError } from '../requests/account-client.ts'
import type { AccountError } from '../requests/account-errors.ts'
import { createNonce } from '../requests/account-transport.ts'
import type { TokenStoreInit } from '../session/token-store-init.ts'
import {
  type AppInternals,
  type StackClientAppJson,
  stackAppInternalsSymbol,
  toClientJson,
} from './internals.ts'
import { resolveOptions, type StackClientAppOptions } from './options.ts'
import type { Project } from './project/project.ts'
import { RedirectingApp } from './redirecting-app.ts'
import { refreshAfter, withoutData } from './result.ts'
import { type CreateUsers, createOwnScope, openScope, type Scope } from './scope.ts'
import type * as cliLogin from './sign-in/cli-login.ts'
import type { SignInOptions } from './sign-in/finish-sign-in.ts'
import type * as passkeys from './sign-in/passkeys.ts'
import * as passwordReset from './sign-in/password-reset.ts'
import { readAttemptCode, signInWithMfa } from './sign-in/second-factor.ts'
import * as signInMethods from './sign-in/sign-in-methods.ts'
import { completeCode } from './sign-in/sign-in-nonce.ts'
import * as invitationCodes from './teams/invitation-codes.ts'
import { getReactHooks, useData } from './use-data.ts'
import { type CurrentUser, createCurrentUser } from './user/current-user.ts'
import { type GetUserOptions, getUser, type UserOr } from './user/get-user.ts'
import type { OrMode } from './user/or-mode.ts'
import { createUserStore, type UserStore } from './user/user-store.ts'

const createClientUsers: CreateUsers<CurrentUser> = (core) => createUserStore(core, createCurrentUser)

/**
 * The client app of a project: signs users in, provides the signed-in user, and redirects to the pages of the kit.
 *
 * Errors that an endpoint declares are returned as `{ status: 'error', error }`. Methods throw {@link NetworkError},
 * {@link TooManyRequestsError} and, for all other error codes, {@link ApiError}.
 */
export class StackClientApp<
    HasTokenStore extends boolean = boolean,
    ProjectId extends string = string,
    User extends CurrentUser = CurrentUser,
  >
  extends RedirectingApp
  implements Record<typeof stackAppInternalsSymbol, AppInternals>
{
  /** Copies of apps from servers, by their identifiers. */
  static readonly #copies = new Map<string, StackClientApp>()

  static readonly [stackAppInternalsSymbol] = {
    /** Returns the app that a server has written as JSON: the same for the same identifier. */
    fromClientJson({ uniqueIdentifier, ...options }: StackClientAppJson): StackClientApp {
      const known = StackClientApp.#copies.get(uniqueIdentifier)
      if (known) return known
      const created = new StackClientApp(options)
      created.#uniqueIdentifier = uniqueIdentifier
      StackClientApp.#copies.set(uniqueIdentifier, created)
      return created
    },
  }

  readonly projectId: ProjectId
  /** The signed-in user, anonymous users included, as a subscribable store. */
  readonly user: UserStore<User>
  /** The public configuration of the project. */
  readonly project: CachedData<Project>
  /** Where users get help, from the options; null without any. */
  readonly supportUrl: string | null
  readonly #scope: Scope<User>
  readonly #createUsers: CreateUsers<User>
  #uniqueIdentifier = createNonce()
  #oauthCallback: Promise<boolean> | null = null

  constructor(
    options: StackClientAppOptions<ProjectId> & {
      readonly tokenStore: HasTokenStore extends false ? null : TokenStoreInit
    },
  )
  /** For subclasses, whose users have more methods. */
  constructor(options: StackClientAppOptions<ProjectId>, createUsers: CreateUsers<User>)
  constructor(options: StackClientAppOptions<ProjectId>, createUsers?: CreateUsers<User>) {
    const create = createUsers ?? (createClientUsers as CreateUsers<User>)
    const scope = createOwnScope(resolveOptions(options), create)
    super(scope.core)
    this.#scope = scope
    this.#createUsers = create
    this.projectId = scope.core.projectId as ProjectId
    this.project = scope.core.project
    this.user = scope.user
    const { supportEmail, supportUrl = supportEmail && `mailto:${supportEmail}` } = options
    this.supportUrl = supportUrl ?? null
  }

  get [stackAppInternalsSymbol](): AppInternals {
    return {
      toClientJson: () => toClientJson(this.core.settings, this.#uniqueIdentifier),
      setCurrentUser: (user) => this.#scope.user.fill(user),
    }
  }

  /** False if the token store is `http-only` and the page was loaded over http beyond localhost: no user can sign in. */
  get isOriginSecure(): boolean {
    return this.core.session.isOriginSecure
  }

  /**
   * Returns the signed-in user.
   *
   * @throws {Error} with `or: 'throw'` if no user is signed in, and if neither the app nor the call has a token store.
   */
  async getUser<Mode extends OrMode = 'return-null'>(
    options?: GetUserOptions<Mode>,
  ): Promise<UserOr<Mode, User>> {
    const scope = await openScope(this.#scope, options?.tokenStore, this.#createUsers)
    const parts = { ...scope, redirectToSignIn: () => this.redirectToSignIn() }
    return (await getUser(parts, options?.or ?? 'return-null')) as UserOr<Mode, User>
  }

  /** Returns the signed-in user in a component. */
  useUser<Mode extends OrMode = 'return-null'>(
    options: Pick<GetUserOptions<Mode>, 'or'> = {},
  ): UserOr<Mode, User> {
    return getReactHooks().useUser(this, options) as UserOr<Mode, User>
  }

  /** Returns the project in a component. */
  useProject(): Project {
    return useData(this.project)
  }

  async getProject(): Promise<Project> {
    return await this.project.load()
  }

  signInWithCredential(
    options: signInMethods.Credential & SignInOptions,
  ): Promise<Result<undefined, EndpointError<'POST /auth/password/sign-in'>>> {
    return signInMethods.signInWithCredential(this.core, options)
  }

  signUpWithCredential(
    options: signInMethods.SignUpInput,
  ): Promise<Result<undefined, EndpointError<'POST /auth/password/sign-up'>>> {
    return signInMethods.signUpWithCredential(this.core, options)
  }

  /**
   * Sends an e-mail with a magic link and a 6-character code. The typed characters followed by the nonce are the complete
   * code. Browsers store the nonce for the link.
   */
  sendMagicLinkEmail(
    email: string,
    options: { readonly callbackUrl?: string } = {},
  ): Promise<Result<{ readonly nonce: string }, EndpointError<'POST /auth/otp/send-sign-in-code'>>> {
    return signInMethods.sendMagicLinkEmail(this.core, email, options)
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
      () => this.user.refresh(),
      this.core.request('POST /contact-channels/verify', { body: { code } }),
    )
  }

  /** Redirects to the sign-in page of a provider. */
  async signInWithOAuth(provider: string, { returnTo }: { readonly returnTo?: string } = {}): Promise<void> {
    const scopes = this.core.settings.oauthScopesOnSignIn?.[provider.toLowerCase()] ?? []
    const { redirectToProvider } = await import('./sign-in/oauth.ts')
    await redirectToProvider(this.core, { provider, type: 'authenticate', scopes, returnTo })
  }

  /**
   * Completes the sign-in or the link on the OAuth callback page. Returns false, with a warning in the console, if the URL
   * does not answer a request of this browser, and if the sign-in requires a second factor.
   */
  callOAuthCallback(): Promise<boolean> {
    this.#oauthCallback ??= import('./sign-in/oauth.ts')
      .then(({ callOAuthCallback }) => callOAuthCallback(this.core))
      .finally(() => {
        this.#oauthCallback = null
      })
    return this.#oauthCallback
  }

  async signInWithPasskey(
    options: passkeys.PasskeySignInOptions = {},
  ): Promise<Result<undefined, passkeys.PasskeySignInError>> {
    const { signInWithPasskey } = await import('./sign-in/passkeys.ts')
    return await signInWithPasskey(this.core, options)
  }

  /** Sends an e-mail with a link to the password-reset page. The result is the same for unknown addresses. */
  sendForgotPasswordEmail(
    email: string,
    options: { readonly callbackUrl?: string } = {},
  ): Promise<Result<undefined, EndpointError<'POST /auth/password/send-reset-code'>>> {
    return passwordReset.sendForgotPasswordEmail(this.core, email, options)
  }

  /** Checks whether a password-reset code is valid, without consuming it. */
  verifyPasswordResetCode(
    code: string,
  ): Promise<Result<undefined, EndpointError<'POST /auth/password/reset/check-code'>>> {
    return passwordReset.verifyPasswordResetCode(this.core, code)
  }

  /** Sets a new password. All sessions of the user end. */
  resetPassword(options: {
    readonly code: string
    readonly password: string
  }): Promise<Result<undefined, EndpointError<'POST /auth/password/reset'>>> {
    return passwordReset.resetPassword(this.core, options)
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

  /** Signs in a command line: shows a URL, waits until the user approves the login there, and returns the refresh token. */
  async promptCliLogin(options: cliLogin.CliLoginOptions): Promise<Result<string, cliLogin.CliLoginError>> {
    const { promptCliLogin } = await import('./sign-in/cli-login.ts')
    return await promptCliLogin(this.core, options)
  }

  /** Returns when and where a command-line login has begun. The error contains the message of the service. */
  async describeCliLogin(
    loginCode: string,
  ): Promise<Result<cliLogin.CliLoginDescription, AccountError<'CLI_AUTH_ERROR'>>> {
    const { describeCliLogin } = await import('./sign-in/cli-login.ts')
    return await describeCliLogin(this.core, loginCode)
  }

  /** Approves a command-line login as the signed-in user. The error contains the message of the service. */
  async completeCliLogin(loginCode: string): Promise<Result<undefined, AccountError<'CLI_AUTH_ERROR'>>> {
    const { completeCliLogin } = await import('./sign-in/cli-login.ts')
    return await completeCliLogin(this.core, loginCode)
  }

  /** Rejects a command-line login, which then expires. The error contains the message of the service. */
  async rejectCliLogin(loginCode: string): Promise<Result<undefined, AccountError<'CLI_AUTH_ERROR'>>> {
    const { rejectCliLogin } = await import('./sign-in/cli-login.ts')
    return await rejectCliLogin(this.core, loginCode)
  }

  /** Checks whether the code of a team invitation is valid, without consuming it. */
  verifyTeamInvitationCode(
    code: string,
  ): Promise<Result<undefined, EndpointError<'POST /team-invitations/accept/check-code'>>> {
    return invitationCodes.verifyTeamInvitationCode(this.core, code)
  }

  getTeamInvitationDetails(
    code: string,
  ): Promise<
    Result<invitationCodes.TeamInvitationDetails, EndpointError<'POST /team-invitations/accept/details'>>
  > {
    return invitationCodes.getTeamInvitationDetails(this.core, code)
  }

  /** Adds the signed-in user to the team. */
  acceptTeamInvitation(
    code: string,
  ): Promise<Result<undefined, EndpointError<'POST /team-invitations/accept'>>> {
    return refreshAfter(
      () => this.user.refresh(),
      this.core.request('POST /team-invitations/accept', { body: { code } }),
    )
  }

  /**
   * Ends the session and redirects.
   *
   * @throws {UntrustedRedirectError} if the return target is on another site. The session has already ended.
   */
  signOut(options: signInMethods.SignOutOptions = {}): Promise<void> {
    return signInMethods.signOut(this.core, options)
  }
}
