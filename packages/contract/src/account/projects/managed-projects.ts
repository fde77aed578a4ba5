import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { emailServer } from '../email/emails.ts'
import {
  boundedString,
  configuredString,
  epochMillis,
  largeBodyBytes,
  listResponse,
  success,
  uuid,
} from '../fields.ts'
import { logoInputs, logoOutputs } from './logo-fields.ts'
import { quotaFields } from './quota-fields.ts'
import { settingFields } from './setting-fields.ts'

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
    client_id: configuredString('Client ID is missing'),
    client_secret: configuredString('Client secret is missing'),
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

/** The progress of an owner in the set-up of a project, which only their dashboard reads. */
export const onboardingStatus = z.enum([
  'config_choice',
  'apps_selection',
  'auth_setup',
  'domain_setup',
  'email_theme_setup',
  'payments_setup',
  'welcome',
  'completed',
])

/** A project with its complete configuration, as returned to its owners. */
export const managedProject = z.object({
  id: z.string(),
  display_name: z.string(),
  /** Empty if not set. */
  description: z.string(),
  created_at_millis: epochMillis,
  is_production_mode: z.boolean(),
  ...logoOutputs,
  full_logo_url: z.string().nullable(),
  onboarding_status: onboardingStatus,
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
export const configInput = z
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
  ...logoInputs,
  onboarding_status: onboardingStatus.optional(),
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
  errors: ['USER_AUTHENTICATION_REQUIRED', 'EXPECTED_INTERNAL_PROJECT', 'PROJECT_LIMIT_REACHED'],
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

const issuerFields = {
  /**
   * Part of URL paths. Lower-case letters, digits and dashes; must differ from the ids of the built-in
   * providers.
   */
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
