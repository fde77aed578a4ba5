import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'
import { emailServer } from './emails.ts'
import { epochMillis, listOf, shortText, success, uuid } from './fields.ts'

/** Providers that people can sign in with. */
export const providerIds = [
  'google',
  'github',
  'microsoft',
  'spotify',
  'facebook',
  'discord',
  'gitlab',
  'bitbucket',
  'linkedin',
  'apple',
  'x',
  'twitch',
] as const

/** Providers that a project can use with the server's own credentials. */
export const sharedProviderIds = ['google', 'github', 'microsoft', 'spotify'] as const

const providerId = z.enum(providerIds)

const readProvider = z.object({
  /** The same as `id`. */
  provider_config_id: z.string(),
  id: providerId,
  type: z.enum(['shared', 'standard']),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  facebook_config_id: z.string().optional(),
  microsoft_tenant_id: z.string().optional(),
})

const filled = shortText.min(1)

const writtenProvider = z.discriminatedUnion('type', [
  z.strictObject({ id: z.enum(sharedProviderIds), type: z.literal('shared') }),
  z.strictObject({
    id: providerId,
    type: z.literal('standard'),
    client_id: filled,
    client_secret: filled,
    facebook_config_id: shortText.optional(),
    microsoft_tenant_id: shortText.optional(),
  }),
])

/** The mail server of a project; the server's own where it is `shared`. */
const projectEmailServer = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('shared') }),
  z.strictObject({
    type: z.literal('standard'),
    ...emailServer.shape,
  }),
])

const mergeStrategy = z.enum(['link_method', 'raise_error', 'allow_duplicates'])

const flags = {
  allow_localhost: z.boolean(),
  sign_up_enabled: z.boolean(),
  credential_enabled: z.boolean(),
  magic_link_enabled: z.boolean(),
  passkey_enabled: z.boolean(),
  client_team_creation_enabled: z.boolean(),
  client_user_deletion_enabled: z.boolean(),
  allow_user_api_keys: z.boolean(),
  allow_team_api_keys: z.boolean(),
  create_team_on_sign_up: z.boolean(),
}

const grantedByDefault = z.array(z.object({ id: z.string() }))

/** A project as its owners see it. */
export const ownProject = z.object({
  id: z.string(),
  display_name: z.string(),
  /** Empty when there is none. */
  description: z.string(),
  created_at_millis: epochMillis,
  is_production_mode: z.boolean(),
  config: z.object({
    ...flags,
    oauth_providers: z.array(readProvider),
    enabled_oauth_providers: z.array(z.object({ id: z.string() })),
    oauth_account_merge_strategy: mergeStrategy,
    domains: z.array(z.object({ domain: z.string(), handler_path: z.string() })),
    email_config: projectEmailServer,
    email_theme: z.string(),
    team_creator_default_permissions: grantedByDefault,
    team_member_default_permissions: grantedByDefault,
    user_default_permissions: grantedByDefault,
  }),
})

/** Where an application is served that a project trusts. */
export const trustedDomain = shortText
  .refine((url) => /^https?:\/\//.test(url) && URL.canParse(url), 'must be a URL of the web')
  .refine((url) => !/[\s\\]/.test(url), 'must be a URL of the web')

const domain = z.strictObject({
  domain: trustedDomain,
  handler_path: shortText.startsWith('/', 'must begin with /'),
})

const writtenGrants = z.array(z.strictObject({ id: shortText })).max(1_000)

/** What may be written of a configuration. Lists replace what was there. */
const writtenConfig = z
  .strictObject({
    ...flags,
    oauth_providers: z.array(writtenProvider).max(100),
    oauth_account_merge_strategy: mergeStrategy,
    domains: z.array(domain).max(1_000),
    email_config: projectEmailServer,
    email_theme: uuid,
    team_creator_default_permissions: writtenGrants,
    team_member_default_permissions: writtenGrants,
    user_default_permissions: writtenGrants,
  })
  .partial()

const written = z.object({
  display_name: shortText,
  description: shortText.nullable().optional(),
  is_production_mode: z.boolean().optional(),
  config: writtenConfig.optional(),
})

export const listOwnProjects = accountEndpoint({
  method: 'GET',
  path: '/internal/projects',
  access: 'client',
  summary: 'List the projects that the signed-in user owns. Only on the project internal.',
  response: listOf(ownProject),
  errors: ['USER_AUTHENTICATION_REQUIRED', 'EXPECTED_INTERNAL_PROJECT'],
})

export const createProject = accountEndpoint({
  method: 'POST',
  path: '/internal/projects',
  access: 'client',
  status: 201,
  summary: 'Create a project that the signed-in user then owns. Only on the project internal.',
  body: written,
  response: ownProject,
  errors: ['USER_AUTHENTICATION_REQUIRED', 'EXPECTED_INTERNAL_PROJECT'],
  textErrors: [400],
})

export const getOwnProject = accountEndpoint({
  method: 'GET',
  path: '/internal/projects/current',
  access: 'admin',
  summary: 'Get the project with all its configuration.',
  response: ownProject,
  errors: [],
})

export const updateProject = accountEndpoint({
  method: 'PATCH',
  path: '/internal/projects/current',
  access: 'admin',
  summary: 'Change the project. What is left out stays; lists replace what was there.',
  body: written.partial(),
  response: ownProject,
  errors: [],
  textErrors: [400],
})

export const deleteProject = accountEndpoint({
  method: 'DELETE',
  path: '/internal/projects/current',
  access: 'admin',
  summary: 'Delete the project with everything in it.',
  response: success,
  errors: [],
  textErrors: [400],
})

/** What each switch does, in the words of the API's description. */
const switches = {
  anonymous_sign_up_enabled: z.boolean().describe('Applications may make anonymous users.'),
  password_minimum: z
    .number()
    .int()
    .min(8)
    .max(15)
    .describe('Fewest characters of a password that somebody chooses.'),
  hides_known_addresses: z
    .boolean()
    .describe(
      'Who asks for a sign-in code is answered alike for every address. The mail tells who cannot sign in by it, or does not come.',
    ),
  invitations_bound_to_address: z
    .boolean()
    .describe('An invitation is accepted only by the user who has verified the invited address.'),
  team_keys_bound_to_membership: z
    .boolean()
    .describe('An API key of a team is revoked when the member who made it leaves the team or is deleted.'),
  restricts_impersonation: z
    .boolean()
    .describe(
      'Impersonation needs a reason, is shown to its user, who can end it, changes no way to sign in and ends within an hour.',
    ),
  needs_recent_authentication: z
    .boolean()
    .describe(
      'Applications set a first password, change addresses, add a passkey, replace or remove a second factor, make recovery codes and API keys, and delete their user only within ten minutes of an authentication.',
    ),
  second_factor_on_every_way_in: z
    .boolean()
    .describe(
      'The second factor is also asked for in sessions that a back end makes, in impersonation, and of who approves a command-line login.',
    ),
  passkeys_verify_user: z
    .boolean()
    .describe('A passkey is registered and used only where the authenticator verified its user.'),
  links_bound_to_browser: z
    .boolean()
    .describe(
      'A magic link carries six characters of its code and signs in only together with the nonce that the asking browser was answered.',
    ),
  ends_sessions_on_agent_change: z
    .boolean()
    .describe('A session ends when its refresh token is used by another kind of browser than signed in.'),
}

const issuer = {
  /** Stands in paths. Lower-case letters, digits and dashes; none of the providers that are known by name. */
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,62}$/, 'must be lower-case letters, digits and dashes')
    .refine((id) => !(providerIds as readonly string[]).includes(id), 'is the id of a provider of its own'),
  issuer: shortText.refine(
    (url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol),
    'must be a URL of the web',
  ),
  client_id: filled,
}

/** What an owner decides beside the configuration: nothing of it is known to the SDK. */
const settings = z.object({
  ...switches,
  oidc_issuers: z
    .array(z.object(issuer))
    .describe('Providers of OpenID Connect. Their secrets are never told again.'),
})

export const getSettings = accountEndpoint({
  method: 'GET',
  path: '/internal/settings',
  access: 'admin',
  summary: 'Get the settings of the project that its configuration does not hold.',
  response: settings,
  errors: [],
})

export const updateSettings = accountEndpoint({
  method: 'PATCH',
  path: '/internal/settings',
  access: 'admin',
  summary:
    'Change settings of the project. What is left out stays; the list of issuers replaces the one before.',
  body: z.object({
    ...z.object(switches).partial().shape,
    oidc_issuers: z
      .array(z.strictObject({ ...issuer, client_secret: filled.optional() }))
      .max(50)
      .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must not have an id twice')
      .optional()
      .describe('All of them. An issuer that stays may be sent without its secret.'),
  }),
  response: settings,
  errors: [],
  textErrors: [400],
})

export const ownProjectEndpoints = [
  listOwnProjects,
  createProject,
  getOwnProject,
  updateProject,
  deleteProject,
  getSettings,
  updateSettings,
] as const
