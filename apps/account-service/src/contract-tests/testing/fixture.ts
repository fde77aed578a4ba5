import { type TestService, uniqueEmail } from '../../testing.ts'
import { createFactories } from './factories.ts'
import { headersAs, ownerHeaders, type Tenant } from './headers.ts'
import { createUserFactory, password } from './users.ts'

export type Fixture = Awaited<ReturnType<typeof createFixture>>

/** Everything is enabled, so that failures depend on the role alone. */
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

/** Default configuration of a new project. */
const defaultConfig = {
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
  team_keys_bound_to_membership: false,
  restricts_impersonation: false,
  needs_recent_authentication: false,
  second_factor_on_every_way_in: false,
  passkeys_verify_user: false,
  links_bound_to_browser: false,
  ends_sessions_on_agent_change: false,
  oidc_issuers: [],
}

/** Service options for the fixture: anyone may own projects, and tokens do not expire. */
export const fixtureServiceOptions = {
  options: {
    internalSignUp: true,
    accessTokenLifetimeMs: 24 * 60 * 60_000,
    publicUrl: 'http://accounts.example.com',
    // The documentation range (RFC 5737), which is unreachable.
    outboundNetworks: ['203.0.113.0/24'],
  },
  rateLimitFactor: 1_000_000,
}

/** No loopback access, so that no e-mail is sent. */
const unreachable = {
  type: 'standard',
  host: '127.0.0.1',
  port: 25,
  username: 'engines',
  password: 'right',
  sender_name: 'Engines',
  sender_email: 'mail@engines.example.com',
}

/** Two projects with users, and factories for request data. Everything is created through the API. */
export async function createFixture(service: TestService) {
  const { call, users } = createUserFactory(service)
  const internal = {
    'x-stack-project-id': 'internal',
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': service.keys.internal.publishableClientKey,
  }

  async function owner(): Promise<string> {
    const { access_token } = await call('POST', '/auth/password/sign-up', internal, {
      email: uniqueEmail('owner'),
      password,
      verification_callback_url: 'http://accounts.example.com/handler/email-verification',
    })
    return access_token
  }

  async function createKeys(projectId: string, ownerToken: string) {
    const created = await call('POST', '/internal/api-keys', ownerHeaders('admin', projectId, ownerToken), {
      description: 'Keys',
      expires_at_millis: Date.parse('2126-01-01'),
      has_publishable_client_key: true,
      has_secret_server_key: true,
      has_super_secret_admin_key: true,
    })
    const keys = {
      client: created.publishable_client_key as string,
      server: created.secret_server_key as string,
      admin: created.super_secret_admin_key as string,
    }
    return { id: created.id as string, keys }
  }

  async function createTenant(ownerToken: string, changes: object = {}): Promise<Tenant> {
    const headers = { ...internal, 'x-stack-access-token': ownerToken }
    const body = { display_name: 'Engines', config: { ...config, ...changes } }
    const { id: projectId } = await call('POST', '/internal/projects', headers, body)
    await call('PATCH', '/internal/settings', ownerHeaders('admin', projectId, ownerToken), settings)
    return { projectId, ownerToken, keys: (await createKeys(projectId, ownerToken)).keys }
  }

  const ownerToken = await owner()
  const tenant = await createTenant(ownerToken)
  const initialSettings = await call('GET', '/internal/settings', headersAs('admin', tenant))
  const other = await createTenant(await owner(), { email_config: unreachable })
  const revoked = await createKeys(tenant.projectId, ownerToken)
  await call('PATCH', `/internal/api-keys/${revoked.id}`, headersAs('admin', tenant), { revoked: true })

  const { person } = users
  const [ada, linus, hedy, grace] = [
    await person('ada', tenant),
    await person('linus', tenant),
    await person('hedy', tenant),
    await person('grace', tenant),
  ]
  const otherPerson = await person('ada', other)
  const ended = await person('ended', tenant)
  const factories = createFactories(service, tenant, { ada, linus })
  await factories.team(grace, [])
  await call('DELETE', '/auth/sessions/current', headersAs('client', tenant, ended))

  return {
    service,
    tenant,
    other,
    /** Revoked keys of `tenant`. */
    revoked: { ...tenant, keys: revoked.keys },
    /** The owner of the requested data. */
    ada,
    /** A member of Ada's teams. */
    linus,
    /** Not a member of any team. */
    hedy,
    /** The owner of another team. */
    grace,
    /** A user of the other project. */
    otherPerson,
    /** A user who has signed out. */
    ended,
    /** Resets the project's configuration. */
    async reconfigure() {
      const headers = headersAs('admin', tenant)
      await call('PATCH', '/internal/projects/current', headers, { config: { ...defaultConfig, ...config } })
      await call('PATCH', '/internal/settings', headers, initialSettings)
    },
    /**
     * Signs Ada, Linus, Hedy and Grace in again if they were signed out, and replaces those who were deleted.
     */
    async stayThere() {
      for (const [name, other] of Object.entries({ ada, linus, hedy, grace })) {
        const { status } = await service.get('/users/me', headersAs('client', tenant, other))
        if (status === 200) continue
        const found = await service.get(`/users/${other.userId}`, headersAs('server', tenant))
        const isDeleted = found.status === 404
        const again = isDeleted ? person(name, tenant) : users.signedIn(other.userId, other.email, tenant)
        Object.assign(other, await again)
      }
    },
    /** Another project of the same owner, for deletion. */
    anotherTenant: () => createTenant(ownerToken),
    ...users,
    ...factories,
  }
}
