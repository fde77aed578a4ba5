import type { TokenStoreInit } from '../session/token-store-init.ts'
import type { AppCore } from './core.ts'
import { type SignOutOptions, signOut } from './sign-in/sign-in-methods.ts'
import { SigningInApp } from './signing-in-app.ts'
import { type PartialUser, type PartialUserOptions, readPartialUser } from './user/partial-user.ts'
import { type AuthHeaders, createTokenMethods, type SessionTokens, type TokenMethods } from './user/tokens.ts'

export interface SessionOptions {
  /** Another token store than that of the app, for example a request to the application's back end. */
  readonly tokenStore?: TokenStoreInit
}

/** The methods of the client app for the session of its token store, or of the token store of a call. */
export abstract class SessionApp extends SigningInApp {
  /** Returns the session of the token store of a call. */
  protected abstract openSession(tokenStore: TokenStoreInit | undefined): Promise<AppCore>
  /** The same for components: the same object in each rendering. */
  protected abstract useSession(tokenStore: TokenStoreInit | undefined): AppCore
  readonly #tokenMethods = new WeakMap<AppCore, TokenMethods>()

  /**
   * Ends the session and redirects.
   *
   * @throws {UntrustedRedirectError} if the return target is on another site. The session has already ended.
   */
  async signOut(options: SignOutOptions & SessionOptions = {}): Promise<void> {
    await signOut(await this.openSession(options.tokenStore), options)
  }

  /** Returns an access token that is valid for at least 20 seconds; null without a signed-in user. */
  async getAccessToken(options?: SessionOptions): Promise<string | null> {
    return (await this.#open(options)).getAccessToken()
  }

  useAccessToken(options?: SessionOptions): string | null {
    return this.#use(options).useAccessToken()
  }

  /** Null without a signed-in user, and if scripts cannot read it. */
  async getRefreshToken(options?: SessionOptions): Promise<string | null> {
    return (await this.#open(options)).getRefreshToken()
  }

  useRefreshToken(options?: SessionOptions): string | null {
    return this.#use(options).useRefreshToken()
  }

  /** Returns both tokens, as an object that the token store of another app accepts. */
  async getAuthJson(options?: SessionOptions): Promise<SessionTokens> {
    return (await this.#open(options)).getAuthJson()
  }

  useAuthJson(options?: SessionOptions): SessionTokens {
    return this.#use(options).useAuthJson()
  }

  /**
   * Returns the value of the header `Authorization` for requests to the application's back end; null without
   * a user.
   */
  async getAuthorizationHeader(options?: SessionOptions): Promise<string | null> {
    return (await this.#open(options)).getAuthorizationHeader()
  }

  useAuthorizationHeader(options?: SessionOptions): string | null {
    return this.#use(options).useAuthorizationHeader()
  }

  /** Returns the header `x-stack-auth` for requests to the application's back end. */
  async getAuthHeaders(options?: SessionOptions): Promise<AuthHeaders> {
    return (await this.#open(options)).getAuthHeaders()
  }

  useAuthHeaders(options?: SessionOptions): AuthHeaders {
    return this.#use(options).useAuthHeaders()
  }

  /** Returns what the access token says about the signed-in user, without a request for the user. */
  async getPartialUser(options: PartialUserOptions & SessionOptions): Promise<PartialUser | null> {
    return readPartialUser(await this.getAccessToken(options), options)
  }

  usePartialUser(options: PartialUserOptions & SessionOptions): PartialUser | null {
    return readPartialUser(this.useAccessToken(options), options)
  }

  async #open(options: SessionOptions = {}): Promise<TokenMethods> {
    return this.#getMethods(await this.openSession(options.tokenStore))
  }

  #use(options: SessionOptions = {}): TokenMethods {
    return this.#getMethods(this.useSession(options.tokenStore))
  }

  #getMethods(core: AppCore): TokenMethods {
    const known = this.#tokenMethods.get(core)
    if (known) return known
    const created = createTokenMethods(core)
    this.#tokenMethods.set(core, created)
    return created
  }
}
