import { ClientApp } from './client-app.ts'
import { type AppInternals, type StackClientAppJson, stackAppInternalsSymbol } from './internals.ts'
import type { StackClientAppOptions, TokenStoreOption } from './options.ts'
import { type CurrentUser, createCurrentUser } from './user/current-user.ts'
import { createOwnedProjectMethods, type OwnedProjectMethods } from './user/owned-projects.ts'
import type { UserStoreDeps, WireUser } from './user/user-deps.ts'
import { createUserStore } from './user/user-store.ts'

/** A user of the project internal, whose users own projects. */
export interface CurrentInternalUser extends CurrentUser, OwnedProjectMethods {}

interface ClientAppInternals extends AppInternals {
  /** Creates another app, such as one with mock data, without an import of the class. */
  createApp(options: StackClientAppOptions): StackClientApp
}

/** The signed-in user of a project. */
export type ProjectUser<ProjectId extends string> = ProjectId extends 'internal'
  ? CurrentInternalUser
  : CurrentUser

/** Copies of apps from servers, by their identifiers. */
const copies = new Map<string, StackClientApp>()

/**
 * The client app of a project: signs users in, provides the signed-in user, and redirects to the pages of the
 * kit.
 *
 * Errors that an endpoint declares are returned as `{ status: 'error', error }`. Methods throw
 * {@link NetworkError}, {@link TooManyRequestsError} and, for all other error codes, {@link ApiError}.
 */
export class StackClientApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends ClientApp<ProjectId, ProjectUser<ProjectId>> {
  static readonly [stackAppInternalsSymbol] = {
    /** Returns the app that a server has written as JSON: the same for the same identifier. */
    fromClientJson({ uniqueIdentifier, ...options }: StackClientAppJson): StackClientApp {
      const known = copies.get(uniqueIdentifier)
      if (known) return known
      const created = new StackClientApp(options, uniqueIdentifier)
      copies.set(uniqueIdentifier, created)
      return created
    },
  }

  /** @param uniqueIdentifier - Of an app of which this one is a copy. */
  constructor(
    options: StackClientAppOptions<ProjectId> & TokenStoreOption<HasTokenStore>,
    uniqueIdentifier?: string,
  ) {
    super(options, (core) => createUserStore(core, createProjectUser<ProjectId>), uniqueIdentifier)
  }

  override get [stackAppInternalsSymbol](): ClientAppInternals {
    return { ...super[stackAppInternalsSymbol], createApp: (options) => new StackClientApp(options) }
  }
}

function createProjectUser<ProjectId extends string>(
  deps: UserStoreDeps,
  wire: WireUser,
): ProjectUser<ProjectId> {
  const { core } = deps
  const user = createCurrentUser(deps, wire)
  const all = core.projectId === 'internal' ? { ...user, ...createOwnedProjectMethods(core) } : user
  return all as ProjectUser<ProjectId>
}
