import { ApiError, type Result } from '@parley/client'
import { ClientApp } from '../../app/client-app.ts'
import type { AppCore } from '../../app/core.ts'
import { type AppInternals, stackAppInternalsSymbol } from '../../app/internals.ts'
import {
  missingOption,
  readVariable,
  type StackClientAppOptions,
  type TokenStoreOption,
} from '../../app/options.ts'
import { useData } from '../../app/use-data.ts'
import { type CurrentUser, createCurrentUser } from '../../app/user/current-user.ts'
import type { UserOptions, UserOr } from '../../app/user/get-user.ts'
import type { OrMode } from '../../app/user/or-mode.ts'
import { createUserStore, type FillableUserStore } from '../../app/user/user-store.ts'
import { createAccountClient } from '../../requests/account-client.ts'
import { type Access, createAccountTransport } from '../../requests/account-transport.ts'
import { toFlag } from './query-flag.ts'
import { type SendEmailError, type SendEmailOptions, sendEmail } from './send-email.ts'
import { createServerCore, type ServerCore } from './server-core.ts'
import {
  createOAuthProvider,
  type NewOAuthProvider,
  type ServerOAuthProvider,
  type UsedProviderAccount,
} from './server-oauth-providers.ts'
import {
  createServerTeam,
  createServerUser,
  createTeam,
  type ListTeamsOptions,
  listTeams,
  type NewServerTeam,
  type ServerTeam,
  type ServerUser,
  type TeamPage,
  type WireServerUser,
} from './server-objects.ts'
import { encodeServerUpdate, type ServerUserUpdate } from './server-user-methods.ts'

export interface StackServerAppOptions<ProjectId extends string = string>
  extends StackClientAppOptions<ProjectId> {
  /** Defaults to STACK_SECRET_SERVER_KEY. */
  readonly secretServerKey?: string
}

/** The user of a session, as back ends see it. */
export type CurrentServerUser = Omit<CurrentUser, keyof ServerUser> & ServerUser

export interface NewServerUser extends Omit<ServerUserUpdate, 'selectedTeamId' | 'totpCode'> {}

export interface ListUsersOptions {
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string
  readonly limit?: number
  readonly orderBy?: 'signedUpAt' | 'lastActiveAt'
  readonly desc?: boolean
  /** Part of a name or e-mail address, or a user id. */
  readonly query?: string
  /** Only the members of a team. */
  readonly teamId?: string
  /** True by default. */
  readonly includeAnonymous?: boolean
  readonly onlyAnonymous?: boolean
  /** Only anonymous users are restricted, so that `includeAnonymous` takes precedence. */
  readonly includeRestricted?: boolean
}

export interface MemberPermission {
  readonly userId: string
  readonly permissionId: string
}

/** A page of users. */
export type UserPage = ServerUser[] & { readonly nextCursor: string | null }

interface WithApiKey {
  readonly apiKey: string
}

/** Errors of an API key that is not valid. */
const keyErrors: readonly string[] = [
  'API_KEY_NOT_FOUND',
  'API_KEY_EXPIRED',
  'API_KEY_REVOKED',
  'WRONG_API_KEY_TYPE',
  'PUBLIC_API_KEY_CANNOT_BE_REVOKED',
]

/** The server app of a project: everything that a back end does with its secret server key. */
export class StackServerApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends ClientApp<ProjectId, CurrentServerUser> {
  protected readonly serverCore: ServerCore

  constructor(
    options: StackServerAppOptions<ProjectId> & TokenStoreOption<HasTokenStore>,
    access: Access = createServerAccess(options),
  ) {
    super(options, (core) => createServerUsers(core, access))
    this.serverCore = createServerCore(this.core, access)
  }

  /** The headers of the options can contain secrets: browsers get those of their environment. */
  override get [stackAppInternalsSymbol](): AppInternals {
    const internals = super[stackAppInternalsSymbol]
    return {
      ...internals,
      toClientJson: () => ({ ...internals.toClientJson(), extraRequestHeaders: undefined }),
    }
  }

  override getUser<Mode extends OrMode = 'return-null'>(
    options?: UserOptions<Mode>,
  ): Promise<UserOr<Mode, CurrentServerUser>>
  override getUser(id: string): Promise<ServerUser | null>
  override getUser(options: WithApiKey): Promise<ServerUser | null>
  override async getUser(choice: string | WithApiKey | UserOptions = {}): Promise<ServerUser | null> {
    if (typeof choice === 'string') return await this.#findUser(choice)
    if (!('apiKey' in choice)) return await super.getUser(choice)
    const key = await findKey(() => this.serverCore.server('POST /user-api-keys/check', toBody(choice)))
    return key && (await this.#findUser(key.user_id))
  }

  override useUser<Mode extends OrMode = 'return-null'>(
    options?: UserOptions<Mode>,
  ): UserOr<Mode, CurrentServerUser>
  override useUser(id: string): ServerUser | null
  override useUser(options: WithApiKey): ServerUser | null
  override useUser(choice: string | WithApiKey | UserOptions = {}): ServerUser | null {
    if (typeof choice === 'string') return this.#use(`user ${choice}`, () => this.getUser(choice))
    if ('apiKey' in choice) return this.#use(`user of key ${choice.apiKey}`, () => this.getUser(choice))
    return super.useUser(choice)
  }

  /** @deprecated Use {@link getUser}. */
  getServerUser(): Promise<CurrentServerUser | null> {
    return this.getUser()
  }

  async createUser(options: NewServerUser): Promise<ServerUser> {
    const { selected_team_id, totp_code, ...body } = encodeServerUpdate(options)
    return createServerUser(this.serverCore, await this.serverCore.server('POST /users', { body }))
  }

  async listUsers(options: ListUsersOptions = {}): Promise<UserPage> {
    const { items, pagination } = await this.serverCore.server('GET /users', {
      query: encodeListOptions(options),
    })
    const users = items.map((wire) => createServerUser(this.serverCore, wire))
    return Object.assign(users, { nextCursor: pagination.next_cursor })
  }

  useUsers(options: ListUsersOptions = {}): UserPage {
    return this.#use(`users ${JSON.stringify(options)}`, () => this.listUsers(options))
  }

  createTeam(options: NewServerTeam): Promise<ServerTeam> {
    return createTeam(this.serverCore, options)
  }

  getTeam(id: string): Promise<ServerTeam | null>
  getTeam(options: WithApiKey): Promise<ServerTeam | null>
  async getTeam(choice: string | WithApiKey): Promise<ServerTeam | null> {
    if (typeof choice === 'string') return await this.#findTeam(choice)
    const key = await findKey(() => this.serverCore.server('POST /team-api-keys/check', toBody(choice)))
    return key && (await this.#findTeam(key.team_id))
  }

  useTeam(id: string): ServerTeam | null
  useTeam(options: WithApiKey): ServerTeam | null
  useTeam(choice: string | WithApiKey): ServerTeam | null {
    return typeof choice === 'string'
      ? this.#use(`team ${choice}`, () => this.getTeam(choice))
      : this.#use(`team of key ${choice.apiKey}`, () => this.getTeam(choice))
  }

  listTeams(options?: ListTeamsOptions): Promise<TeamPage> {
    return listTeams(this.serverCore, options)
  }

  useTeams(options?: ListTeamsOptions): TeamPage {
    return this.#use(`teams ${JSON.stringify(options)}`, () => this.listTeams(options))
  }

  /** Lists the permissions of all members of a team; contained permissions only on request. */
  async listTeamMemberPermissions(
    teamId: string,
    { recursive = false }: { readonly recursive?: boolean } = {},
  ): Promise<MemberPermission[]> {
    const query = { team_id: teamId, recursive: toFlag(recursive) }
    const { items } = await this.serverCore.server('GET /team-permissions', { query })
    return items.map(({ id, user_id }) => ({ userId: user_id, permissionId: id }))
  }

  useTeamMemberPermissions(teamId: string, options?: { readonly recursive?: boolean }): MemberPermission[] {
    const name = `member-permissions ${teamId} ${options?.recursive}`
    return this.#use(name, () => this.listTeamMemberPermissions(teamId, options))
  }

  /** Links an account at a provider to a user. */
  createOAuthProvider(options: NewOAuthProvider): Promise<Result<ServerOAuthProvider, UsedProviderAccount>> {
    return createOAuthProvider(this.serverCore, options)
  }

  /** Sends an e-mail to users. Failed deliveries are not reported. */
  sendEmail(options: SendEmailOptions): Promise<Result<undefined, SendEmailError>> {
    return sendEmail(this.serverCore, options)
  }

  async #findUser(user: string): Promise<ServerUser | null> {
    const wire = await findOrNull(['USER_NOT_FOUND'], () =>
      this.serverCore.server('GET /users/{user}', { params: { user }, query: {} }),
    )
    return wire && createServerUser(this.serverCore, wire)
  }

  async #findTeam(team: string): Promise<ServerTeam | null> {
    const wire = await findOrNull(['TEAM_NOT_FOUND'], () =>
      this.serverCore.server('GET /teams/{team}', { params: { team } }),
    )
    return wire && createServerTeam(this.serverCore, wire)
  }

  #use<T>(name: string, fetchData: () => Promise<T>): T {
    return useData(this.serverCore.userData(`server ${name}`, fetchData))
  }
}

function encodeListOptions({ cursor, limit, orderBy, query, teamId, ...flags }: ListUsersOptions) {
  return {
    cursor,
    limit,
    query,
    order_by: orderBy && orderColumns[orderBy],
    team_id: teamId,
    desc: toFlag(flags.desc),
    include_anonymous: toFlag(flags.includeAnonymous),
    only_anonymous: toFlag(flags.onlyAnonymous),
    include_restricted: toFlag(flags.includeRestricted),
  }
}

const orderColumns = { signedUpAt: 'signed_up_at', lastActiveAt: 'last_active_at' } as const

function createServerAccess({ secretServerKey }: StackServerAppOptions): Access {
  const key = secretServerKey ?? readVariable(() => process.env.STACK_SECRET_SERVER_KEY)
  if (!key) throw missingOption('secretServerKey', 'STACK_SECRET_SERVER_KEY')
  return { type: 'server', getHeaders: async () => ({ 'x-stack-secret-server-key': key }) }
}

/** Creates the store of the user of a session, who is fetched with the fields for back ends. */
function createServerUsers(core: AppCore, access: Access): FillableUserStore<CurrentServerUser> {
  const serverCore = createServerCore(core, access)
  const request = createAccountClient(createAccountTransport({ ...core.settings, access }, core.session))
  return createUserStore({ ...core, request }, ({ refresh }, wire) => {
    const user = createServerUser(serverCore, wire as WireServerUser, refresh)
    const current = createCurrentUser({ core, refresh }, wire)
    // Requests with the server key have no current session.
    const { getActiveSessions, revokeSession, endOtherSessions } = current
    return {
      ...current,
      ...user,
      getActiveSessions,
      revokeSession,
      endOtherSessions,
      async delete() {
        await user.delete()
        await core.session.end()
      },
    }
  })
}

const toBody = ({ apiKey }: WithApiKey) => ({ body: { api_key: apiKey } })

/** Returns null for an API key that is not valid. */
const findKey = <T>(check: () => Promise<T>) => findOrNull(keyErrors, check)

async function findOrNull<T>(codes: readonly string[], find: () => Promise<T>): Promise<T | null> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof ApiError && codes.includes(error.code)) return null
    throw error
  }
}
