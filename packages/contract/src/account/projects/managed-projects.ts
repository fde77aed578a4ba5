import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { emailServer } from '../email/emails.ts'
import { boundedString, epochMillis, largeBodyBytes, listResponse, success, uuid } from '../fields.ts'
import { quotaFields } from './quota-fields.ts'

/** Providers that users can sign in with. */
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

/** Providers that a project can use with the shared credentials of the server. */
export const sharedProviderIds = ['google', 'github', 'microsoft', 'spotify'] as const

const providerId = z.enum(providerIds)

const providerOutput = z.object({
  /** The same as `id`. */
  provider_config_id: z.string(),
  id: providerId,
  type: z.enum(['shared', 'standard']),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  facebook_config_id: z.string().optional(),
  microsoft_tenant_id: z.string().optional(),
})

const nonEmptyString = boundedString.min(1)

const providerInput = z.discriminatedUnion('type', [
  z.strictObject({ id: z.enum(sharedProviderIds), type: z.literal('shared') }),
  z.strictObject({
    id: providerId,
    type: z.literal('standard'),
    client_id: nonEmptyString,
    client_secret: nonEmptyString,
    facebook_config_id: boundedString.optional(),
    microsoft_tenant_id: boundedString.optional(),
  }),
])

/** The e-mail server of a project: the shared one of the server, or a custom one. */
const projectEmailServer = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('shared') }),
  z.strictObject({
    type: z.literal('standard'),
    ...emailServer.shape,
  }),
])

const mergeStrategy = z.enum(['link_method', 'raise_error', 'allow_duplicates'])

const configFlags = {
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

const defaultPermissionsOutput = z.array(z.object({ id: z.string() }))

/** A project with its complete configuration, as returned to its owners. */
export const managedProject = z.object({
  id: z.string(),
  display_name: z.string(),
  /** Empty if not set. */
  description: z.string(),
  created_at_millis: epochMillis,
  is_production_mode: z.boolean(),
  config: z.object({
    ...configFlags,
    oauth_providers: z.array(providerOutput),
    enabled_oauth_providers: z.array(z.object({ id: z.string() })),
    oauth_account_merge_strategy: mergeStrategy,
    domains: z.array(z.object({ domain: z.string(), handler_path: z.string() })),
    email_config: projectEmailServer,
    email_theme: z.string(),
    team_creator_default_permissions: defaultPermissionsOutput,
    team_member_default_permissions: defaultPermissionsOutput,
    user_default_permissions: defaultPermissionsOutput,
  }),
})

/** The origin of an application that the project trusts. */
export const trustedDomain = boundedString
  .refine((url) => /^https?:\/\//.test(url) && URL.canParse(url), 'must be an HTTP or HTTPS URL')
  .refine((url) => !/[\s\\]/.test(url), 'must be an HTTP or HTTPS URL')

const domain = z.strictObject({
  domain: trustedDomain,
  handler_path: boundedString.startsWith('/', 'must start with /'),
})

const defaultPermissionsInput = z.array(z.strictObject({ id: boundedString })).max(1_000)

/** The writable part of the configuration. Lists replace the stored lists. */
const configInput = z
  .strictObject({
    ...configFlags,
    oauth_providers: z.array(providerInput).max(100),
    oauth_account_merge_strategy: mergeStrategy,
    domains: z.array(domain).max(1_000),
    email_config: projectEmailServer,
    email_theme: uuid,
    team_creator_default_permissions: defaultPermissionsInput,
    team_member_default_permissions: defaultPermissionsInput,
    user_default_permissions: defaultPermissionsInput,
  })
  .partial()

const projectInput = z.object({
  display_name: boundedString,
  description: boundedString.nullable().optional(),
  is_production_mode: z.boolean().optional(),
  config: configInput.optional(),
})

export const listManagedProjects = defineAccountEndpoint({
  method: 'GET',
  path: '/internal/projects',
  access: 'client',
  summary: 'List the projects that the signed-in user owns. Only available in the project internal.',
  response: listResponse(managedProject),
  errors: ['USER_AUTHENTICATION_REQUIRED', 'EXPECTED_INTERNAL_PROJECT'],
})

export const createProject = defineAccountEndpoint({
  method: 'POST',
  path: '/internal/projects',
  access: 'client',
  status: 201,
  summary: 'Create a project owned by the signed-in user. Only available in the project internal.',
  body: projectInput,
  maxBodyBytes: largeBodyBytes,
  response: managedProject,
  errors: ['USER_AUTHENTICATION_REQUIRED', 'EXPECTED_INTERNAL_PROJECT'],
  plainTextErrors: [400],
})

export const getManagedProject = defineAccountEndpoint({
  method: 'GET',
  path: '/internal/projects/current',
  access: 'admin',
  summary: 'Get the project with its complete configuration.',
  response: managedProject,
  errors: [],
})

export const updateProject = defineAccountEndpoint({
  method: 'PATCH',
  path: '/internal/projects/current',
  access: 'admin',
  summary: 'Change the project. Omitted fields stay unchanged; lists replace the stored lists.',
  body: projectInput.partial(),
  maxBodyBytes: largeBodyBytes,
  response: managedProject,
  errors: [],
  plainTextErrors: [400],
})

export const deleteProject = defineAccountEndpoint({
  method: 'DELETE',
  path: '/internal/projects/current',
  access: 'admin',
  summary: 'Delete the project and all its data.',
  response: success,
  errors: [],
  plainTextErrors: [400],
})

/** The settings, with their descriptions in the API documentation. */
const settingFields = {
  anonymous_sign_up_enabled: z.boolean().describe('Applications can create anonymous users.'),
  sign_up_mode: z
    .enum(['open', 'invited'])
    .describe(
      'Who can sign up: everyone, or only the recipients of pending team invitations. Users whom a back end creates are not restricted.',
    ),
  password_minimum: z
    .number()
    .int()
    .min(8)
    .max(15)
    .describe('Minimum length of a new password, in characters.'),
  hides_known_addresses: z
    .boolean()
    .describe(
      'Requests for a sign-in code get the same response for every e-mail address. Users who cannot sign in with a code are informed by e-mail, or get no e-mail.',
    ),
  invitations_bound_to_address: z
    .boolean()
    .describe('Only a user who has verified the invited e-mail address can accept an invitation.'),
  team_keys_bound_to_membership: z
    .boolean()
    .describe('A team API key is revoked when the member who created it leaves the team or is deleted.'),
  restricts_impersonation: z
    .boolean()
    .describe(
      'Impersonation requires a reason, is visible to the user, who can end it, cannot change sign-in methods and ends within one hour.',
    ),
  needs_recent_authentication: z
    .boolean()
    .describe(
      'Clients must have authenticated the user within the last 10 minutes to set a first password, change e-mail addresses, add a passkey, replace or remove a second factor, create recovery codes or API keys, or delete the user.',
    ),
  second_factor_on_every_way_in: z
    .boolean()
    .describe(
      'The second factor is also required for sessions created by a back end, for impersonation, and for approving a command-line login.',
    ),
  passkeys_verify_user: z
    .boolean()
    .describe('Registering and using a passkey requires user verification by the authenticator.'),
  links_bound_to_browser: z
    .boolean()
    .describe(
      'A magic link contains only 6 characters of its code and signs in only together with the nonce that was returned to the requesting browser.',
    ),
  ends_sessions_on_agent_change: z
    .boolean()
    .describe(
      'A session ends when its refresh token is used by another kind of browser than the one that signed in.',
    ),
}

const issuerFields = {
  /** Part of URL paths. Lower-case letters, digits and dashes; must differ from the ids of the built-in providers. */
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,62}$/, 'must be lower-case letters, digits and dashes')
    .refine((id) => !(providerIds as readonly string[]).includes(id), 'is the id of a built-in provider'),
  issuer: boundedString.refine(
    (url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol),
    'must be an HTTP or HTTPS URL',
  ),
  client_id: nonEmptyString,
}

/** Project settings that are not part of the SDK's project configuration. */
const settings = z.object({
  ...settingFields,
  ...quotaFields,
  oidc_issuers: z
    .array(z.object(issuerFields))
    .describe('OpenID Connect providers. Client secrets are write-only.'),
})

export const getSettings = defineAccountEndpoint({
  method: 'GET',
  path: '/internal/settings',
  access: 'admin',
  summary: 'Get the settings of the project that are not part of its configuration.',
  response: settings,
  errors: [],
})

export const updateSettings = defineAccountEndpoint({
  method: 'PATCH',
  path: '/internal/settings',
  access: 'admin',
  summary:
    'Change settings of the project. Omitted fields stay unchanged; the list of issuers replaces the stored list.',
  body: z.object({
    ...z.object({ ...settingFields, ...quotaFields }).partial().shape,
    oidc_issuers: z
      .array(z.strictObject({ ...issuerFields, client_secret: nonEmptyString.optional() }))
      .max(50)
      .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must not contain an id twice')
      .optional()
      .describe('The complete list of issuers. The client secret of an existing issuer can be omitted.'),
  }),
  maxBodyBytes: largeBodyBytes,
  response: settings,
  errors: [],
  plainTextErrors: [400],
})
