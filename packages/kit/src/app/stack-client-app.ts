import type { CachedData } from '../cache/data-cache.ts'
import { createNonce } from '../requests/account-transport.ts'
import type { TokenStoreInit } from '../session/token-store-init.ts'
import {
  type AppInternals,
  type StackClientAppJson,
  stackAppInternalsSymbol,
  toClientJson,
} from './internals.ts'
import { resolveOptions, type StackClientAppOptions } from './options.ts'
import type { FormProject, Project } from './project/project.ts'
import { type CreateUsers, createOwnScope, openScope, type Scope } from './scope.ts'
import { SigningInApp } from './signing-in-app.ts'
import { getReactHooks, useData } from './use-data.ts'
import { type CurrentUser, createCurrentUser } from './user/current-user.ts'
import { type GetUserOptions, getUser, type UserOr } from './user/get-user.ts'
import type { OrMode } from './user/or-mode.ts'
import type { WireUser } from './user/user-deps.ts'
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
  extends SigningInApp
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
  readonly project: CachedData<FormProject>
  /** Where users get help, from the options; null without any. */
  readonly supportUrl: string | null
  readonly #scope: Scope<User>
  readonly #createUsers: CreateUsers<User>
  #uniqueIdentifier = createNonce()

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
      fetchCurrentUser: () => this.#fetchCurrentUser(),
      setCurrentUser: (user) => this.#scope.user.fill(user),
    }
  }

  async #fetchCurrentUser(): Promise<WireUser | null> {
    const { core } = await openScope(this.#scope, undefined, this.#createUsers)
    if (!core.session.tokens.get()) return null
    const result = await core.request('GET /users/me', {})
    return result.status === 'ok' ? result.data : null
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

  protected override refreshUser(): Promise<void> {
    return this.user.refresh()
  }
}
