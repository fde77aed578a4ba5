import { randomUUID } from 'node:crypto'
import { Secret } from 'otpauth'
import { addressOf, codeIn, type Headers, type TestService } from '../../testing.ts'

type AccessType = 'client' | 'server' | 'admin'

/** A project with a key of each access type. */
export interface Tenant {
  readonly projectId: string
  readonly keys: Readonly<Record<AccessType, string>>
  /** Access token of its owner. */
  readonly ownerToken: string
}

export interface Person {
  readonly userId: string
  readonly email: string
  readonly refreshToken: string
  readonly accessToken: string
}

export type World = Awaited<ReturnType<typeof openWorld>>

export const password = 'correct horse battery'
export const callback_url = 'https://app.example.com/handler/callback'

const keyHeaders = {
  client: 'x-stack-publishable-client-key',
  server: 'x-stack-secret-server-key',
  admin: 'x-stack-super-secret-admin-key',
} as const

/** Headers of an application, a back end or an owner of a project, for somebody or nobody. */
export function headersAs(
  accessType: AccessType,
  { projectId, keys }: Pick<Tenant, 'projectId' | 'keys'>,
  person?: Person,
): Headers {
  return {
    'x-stack-project-id': projectId,
    'x-stack-access-type': accessType,
    [keyHeaders[accessType]]: keys[accessType],
    ...(person ? { 'x-stack-access-token': person.accessToken } : {}),
  }
}

/** Headers of a dashboard: no key, but the token of an owner. */
export function headersOfOwner(accessType: AccessType, projectId: string, ownerToken: string): Headers {
  return {
    'x-stack-project-id': projectId,
    'x-stack-access-type': accessType,
    ...Object.fromEntries(Object.values(keyHeaders).map((name) => [name, ''])),
    'x-stack-admin-access-token': ownerToken,
  }
}

/** Everything may be done here, so that what is refused is refused for who asks. */
const config = {
  allow_localhost: true,
  sign_up_enabled: true,
  credential_enabled: true,
  magic_link_enabled: true,
  passkey_enabled: true,
  client_team_creation_enabled: true,
  client_user_deletion_enabled: true,
  allow_user_api_keys: true,
  allow_team_api_keys: true,
  domains: [{ domain: 'https://app.example.com', handler_path: '/handler' }],
  oauth_providers: [{ id: 'github', type: 'standard', client_id: 'engines', client_secret: 'very secret' }],
}

/** What a project has that was not asked for anything else. */
const unchosen = {
  create_team_on_sign_up: false,
  oauth_account_merge_strategy: 'link_method',
  email_config: { type: 'shared' },
  email_theme: '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac',
  team_creator_default_permissions: [{ id: 'team_admin' }],
  team_member_default_permissions: [{ id: 'team_member' }],
  user_default_permissions: [],
}

const settings = {
  anonymous_sign_up_enabled: true,
  password_minimum: 8,
  hides_known_addresses: false,
  invitations_bound_to_address: false,
  restricts_impersonation: false,
  needs_recent_authentication: false,
  second_factor_on_every_way_in: false,
  passkeys_verify_user: false,
  links_bound_to_browser: false,
  ends_sessions_on_agent_change: false,
  oidc_issuers: [],
}

/** The service that a world needs: anybody may own projects, and nobody's token runs out. */
export const serviceOfWorld = {
  options: {
    internalSignUp: true,
    accessTokenLifeMs: 24 * 60 * 60_000,
    publicUrl: 'http://accounts.example.com',
    // The addresses of documentation: nobody is there.
    outboundNetworks: ['203.0.113.0/24'],
  },
  rateLimitFactor: 1_000_000,
}

/** Two projects with people, and ways to make whatever may stand in a call. Everything goes through the front door. */
export async function openWorld(service: TestService) {
  const { ask, people } = peopleOf(service)
  const internal = {
    'x-stack-project-id': 'internal',
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': service.keys.internal.publishableClientKey,
  }

  async function owner(): Promise<string> {
    const { access_token } = await ask('POST', '/auth/password/sign-up', internal, {
      email: addressOf('owner'),
      password,
      verification_callback_url: 'http://accounts.example.com/handler/email-verification',
    })
    return access_token
  }

  async function keysOf(projectId: string, ownerToken: string) {
    const made = await ask('POST', '/internal/api-keys', headersOfOwner('admin', projectId, ownerToken), {
      description: 'Keys',
      expires_at_millis: Date.parse('2126-01-01'),
      has_publishable_client_key: true,
      has_secret_server_key: true,
      has_super_secret_admin_key: true,
    })
    const keys = {
      client: made.publishable_client_key as string,
      server: made.secret_server_key as string,
      admin: made.super_secret_admin_key as string,
    }
    return { id: made.id as string, keys }
  }

  async function tenantOf(ownerToken: string, changes: object = {}): Promise<Tenant> {
    const headers = { ...internal, 'x-stack-access-token': ownerToken }
    const body = { display_name: 'Engines', config: { ...config, ...changes } }
    const { id: projectId } = await ask('POST', '/internal/projects', headers, body)
    await ask('PATCH', '/internal/settings', headersOfOwner('admin', projectId, ownerToken), settings)
    return { projectId, ownerToken, keys: (await keysOf(projectId, ownerToken)).keys }
  }

  const ownerToken = await owner()
  const tenant = await tenantOf(ownerToken)
  const other = await tenantOf(await owner(), { email_config: unreachable })
  const revoked = await keysOf(tenant.projectId, ownerToken)
  await ask('PATCH', `/internal/api-keys/${revoked.id}`, headersAs('admin', tenant), { revoked: true })

  const { person } = people
  const [ada, linus, hedy, grace] = [
    await person('ada', tenant),
    await person('linus', tenant),
    await person('hedy', tenant),
    await person('grace', tenant),
  ]
  const otherPerson = await person('ada', other)
  const ended = await person('ended', tenant)
  const things = thingsOf(service, tenant, { ada, linus })
  await things.team(grace, [])
  await ask('DELETE', '/auth/sessions/current', headersAs('client', tenant, ended))

  return {
    service,
    tenant,
    other,
    /** Keys of `tenant` that count no more. */
    revoked: { ...tenant, keys: revoked.keys },
    /** Owns what is asked for. */
    ada,
    /** Is a member of Ada's teams. */
    linus,
    /** Is a member of no team. */
    hedy,
    /** Owns a team of her own. */
    grace,
    /** Is a user of the other project. */
    otherPerson,
    /** Has signed out. */
    ended,
    /** Makes the project behave as it did in the beginning. */
    async configureAnew() {
      const headers = headersAs('admin', tenant)
      await ask('PATCH', '/internal/projects/current', headers, { config: { ...unchosen, ...config } })
      await ask('PATCH', '/internal/settings', headers, settings)
    },
    /** Lets Ada, Linus, Hedy and Grace come back who were signed out. */
    async stayThere() {
      for (const somebody of [ada, linus, hedy, grace]) {
        const { status } = await service.get('/users/me', headersAs('client', tenant, somebody))
        if (status !== 200)
          Object.assign(somebody, await people.signedIn(somebody.userId, somebody.email, tenant))
      }
    },
    /** Another project of the same owner, for whoever wants to be rid of it. */
    anotherTenant: () => tenantOf(ownerToken),
    ...people,
    ...things,
  }
}

/** Nothing may be sent to this machine, so that nothing is. */
const unreachable = {
  type: 'standard',
  host: '127.0.0.1',
  port: 25,
  username: 'engines',
  password: 'right',
  sender_name: 'Engines',
  sender_email: 'mail@engines.example.com',
}

function peopleOf(service: TestService) {
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire is for the caller to look at.
  async function ask(method: string, path: string, headers: Headers, body?: unknown): Promise<any> {
    const answer = await service.call(method, path, body, headers)
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  async function signedIn(userId: string, email: string, tenant: Tenant): Promise<Person> {
    const session = await ask('POST', '/auth/sessions', headersAs('server', tenant), { user_id: userId })
    return { userId, email, refreshToken: session.refresh_token, accessToken: session.access_token }
  }

  /** Somebody with a verified address and a password, unless told otherwise. */
  async function person(name: string, tenant: Tenant, changes: object = {}): Promise<Person> {
    const email = addressOf(name)
    const { id } = await ask('POST', '/users', headersAs('server', tenant), {
      display_name: name,
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      password,
      ...changes,
    })
    return await signedIn(id, email, tenant)
  }

  const people = {
    person,
    signedIn,
    async anonymousPerson(tenant: Tenant): Promise<Person> {
      const made = await ask('POST', '/auth/anonymous/sign-up', headersAs('client', tenant))
      const { user_id: userId, access_token: accessToken, refresh_token: refreshToken } = made
      return { userId, email: '', accessToken, refreshToken }
    },
    async personWithSecondFactor(tenant: Tenant) {
      const secret = new Secret({ size: 20 })
      const totp_secret_base64 = Buffer.from(secret.bytes).toString('base64')
      return { ...(await person('hedy', tenant, { totp_secret_base64 })), secret }
    },
  }
  return { ask, people }
}

/** What belongs to Ada, made anew each time. */
function thingsOf(service: TestService, tenant: Tenant, { ada, linus }: { ada: Person; linus: Person }) {
  const { ask } = peopleOf(service)
  const asServer = headersAs('server', tenant)
  const asAdmin = headersAs('admin', tenant)
  const asClient = headersAs('client', tenant)
  const make = async (path: string, body: unknown, headers = asServer) =>
    await ask('POST', path, headers, body)

  async function team(creator = ada, members: readonly Person[] = [linus]): Promise<string> {
    const { id } = await make('/teams', { display_name: 'Engines', creator_user_id: creator.userId })
    for (const { userId } of members) await make(`/team-memberships/${id}/${userId}`, {})
    return id
  }

  return {
    team,
    async channel(person = ada, value = addressOf('more')): Promise<string> {
      const body = { user_id: person.userId, type: 'email', value, used_for_auth: false }
      return (await make('/contact-channels', body)).id
    },
    async userKey(): Promise<{ id: string; value: string }> {
      const body = { user_id: ada.userId, description: 'Key', expires_at_millis: null }
      return await make('/user-api-keys', body)
    },
    async teamKey(): Promise<{ id: string; value: string; team_id: string }> {
      const body = { team_id: await team(), description: 'Key', expires_at_millis: null }
      return await make('/team-api-keys', body)
    },
    async connection(person = ada): Promise<string> {
      const made = await make('/oauth-providers', {
        user_id: person.userId,
        provider_config_id: 'github',
        account_id: randomUUID(),
        allow_sign_in: false,
        allow_connected_accounts: true,
      })
      return made.id
    },
    async invitation(address = addressOf('invited')): Promise<{ id: string; team: string; email: string }> {
      const invited = await team()
      const { id } = await make('/team-invitations/send-code', {
        team_id: invited,
        email: address,
        callback_url,
      })
      return { id, team: invited, email: address }
    },
    async session(person = ada): Promise<string> {
      await make('/auth/sessions', { user_id: person.userId })
      const path = `/auth/sessions?user_id=${person.userId}`
      return (await ask('GET', path, headersAs('admin', tenant))).items[0].id
    },
    /** The code of a mail that a call of an application sends. */
    async mailedCode(path: string, email: string, body: object): Promise<string> {
      await make(path, body, asServer)
      return codeIn(await service.mailTo(email))
    },
    async keySet(): Promise<string> {
      const flags = { has_publishable_client_key: true, has_secret_server_key: false }
      const body = { description: 'Keys', expires_at_millis: Date.parse('2126-01-01'), ...flags }
      return (await make('/internal/api-keys', { ...body, has_super_secret_admin_key: false }, asAdmin)).id
    },
    async template(): Promise<string> {
      return (await make('/internal/email-templates', { display_name: 'News' }, asAdmin)).id
    },
    async theme(): Promise<string> {
      return (await make('/internal/email-themes', { display_name: 'Red' }, asAdmin)).id
    },
    /** A project has few of them: those from before go when they are many. */
    async webhook(): Promise<string> {
      const path = '/internal/webhook-endpoints'
      const { items } = await ask('GET', path, asAdmin)
      if (items.length > 20) for (const { id } of items) await ask('DELETE', `${path}/${id}`, asAdmin)
      const body = { url: 'https://203.0.113.7/', is_enabled: false }
      return (await make(path, body, asAdmin)).id
    },
    async definition(scope: 'team' | 'project'): Promise<string> {
      const id = `may_${randomUUID().replaceAll('-', '_')}`
      await make(`/${scope}-permission-definitions`, { id }, asAdmin)
      return id
    },
    /** Begins something as an application does: a login, a ceremony. */
    begin: (path: string, body: unknown = {}, person?: Person) =>
      make(path, body, person ? headersAs('client', tenant, person) : asClient),
    grant: (path: string) => make(path, {}),
  }
}
