import type { CachedData } from '../cache/data-cache.ts'
import { clientVersion, createNonce } from '../requests/account-transport.ts'
import type { TokenStoreInit } from '../session/token-store-init.ts'
import {
  type AppSession,
  type CreateUsers,
  createOwnSession,
  createSessionLookup,
  openAppSession,
} from './app-session.ts'
import type { AppCore } from './core.ts'
import { type AppInternals, stackAppInternalsSymbol, toClientJson } from './internals.ts'
import { resolveOptions, type StackClientAppOptions } from './options.ts'
import type { FormProject, Project } from './project/project.ts'
import { SessionApp } from './session-app.ts'
import { getReactHooks, type UserApp, useData } from './use-data.ts'
import type { CurrentUser } from './user/current-user.ts'
import { getUser, type UserOptions, type UserOr } from './user/get-user.ts'
import type { OrMode } from './user/or-mode.ts'
import type { WireUser } from './user/user-deps.ts'
import type { UserStore } from './user/user-store.ts'

/** The methods of all apps of a project, which differ in their users. */
export abstract class ClientApp<ProjectId extends string, User extends CurrentUser>
  extends SessionApp
  implements Record<typeof stackAppInternalsSymbol, AppInternals>
{
  /** The name and version of this package. */
  readonly version = clientVersion
  readonly projectId: ProjectId
  /** The signed-in user, anonymous users included, as a subscribable store. */
  readonly user: UserStore<User>
  /** The public configuration of the project. */
  readonly project: CachedData<FormProject>
  /** Where users get help, from the options; null without any. */
  readonly supportUrl: string | null
  readonly #session: AppSession<User>
  readonly #createUsers: CreateUsers<User>
  readonly #getSession: (tokenStore: TokenStoreInit | undefined) => AppSession<User>
  readonly #userApps = new WeakMap<AppSession<User>, UserApp>()
  /** The same for all copies of an app. */
  readonly #uniqueIdentifier: string

  constructor(
    options: StackClientAppOptions<ProjectId>,
    create: CreateUsers<User>,
    uniqueIdentifier: string = createNonce(),
  ) {
    const session = createOwnSession(resolveOptions(options), create)
    super(session.core)
    this.#session = session
    this.#createUsers = create
    this.#uniqueIdentifier = uniqueIdentifier
    this.#getSession = createSessionLookup(session, create)
    this.projectId = session.core.projectId as ProjectId
    this.project = session.core.project
    this.user = session.user
    const { supportEmail, supportUrl = supportEmail && `mailto:${supportEmail}` } = options
    this.supportUrl = supportUrl ?? null
  }

  get [stackAppInternalsSymbol](): AppInternals {
    return {
      toClientJson: () => toClientJson(this.core.settings, this.#uniqueIdentifier),
      fetchCurrentUser: () => this.#fetchCurrentUser(),
      setCurrentUser: (user) => this.#session.user.fill(user),
    }
  }

  async #fetchCurrentUser(): Promise<WireUser | null> {
    const { core } = await openAppSession(this.#session, undefined, this.#createUsers)
    if (!core.session.tokens.get()) return null
    const result = await core.request('GET /users/me', {})
    return result.status === 'ok' ? result.data : null
  }

  /**
   * False if the token store is `http-only` and the page was loaded over http beyond localhost: no user can
   * sign in.
   */
  get isOriginSecure(): boolean {
    return this.core.session.isOriginSecure
  }

  /**
   * Returns the signed-in user.
   *
   * @throws {Error} with `or: 'throw'` if no user is signed in, and if neither the app nor the call has a
   * token store.
   */
  async getUser<Mode extends OrMode = 'return-null'>(
    options?: UserOptions<Mode>,
  ): Promise<UserOr<Mode, User>> {
    const session = await openAppSession(this.#session, options?.tokenStore, this.#createUsers)
    return (await this.#getUser(session, options?.or)) as UserOr<Mode, User>
  }

  /**
   * Returns the signed-in user in a component. A token store that is an object must be the same in each
   * rendering.
   */
  useUser<Mode extends OrMode = 'return-null'>(options: UserOptions<Mode> = {}): UserOr<Mode, User> {
    const app = this.#getUserApp(this.#getSession(options.tokenStore))
    return getReactHooks().useUser(app, options) as UserOr<Mode, User>
  }

  /** Returns the project in a component. */
  useProject(): Project {
    return useData(this.project)
  }

  async getProject(): Promise<Project> {
    return await this.project.load()
  }

  #getUser(session: AppSession<User>, mode: OrMode = 'return-null'): Promise<User | null> {
    return getUser({ ...session, redirectToSignIn: () => this.redirectToSignIn() }, mode)
  }

  #getUserApp(session: AppSession<User>): UserApp {
    const known = this.#userApps.get(session)
    if (known) return known
    const created: UserApp = {
      user: session.user,
      getUser: ({ or }) => this.#getUser(session, or),
      redirectToSignIn: () => this.redirectToSignIn(),
    }
    this.#userApps.set(session, created)
    return created
  }

  protected override async openSession(tokenStore: TokenStoreInit | undefined): Promise<AppCore> {
    return (await openAppSession(this.#session, tokenStore, this.#createUsers)).core
  }

  protected override useSession(tokenStore: TokenStoreInit | undefined): AppCore {
    return this.#getSession(tokenStore).core
  }

  protected override refreshUser(): Promise<void> {
    return this.user.refresh()
  }
}
