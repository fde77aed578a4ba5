import { randomUUID } from 'node:crypto'
import { accountEvents } from '@parley/contract/phone'
import { isLoopback, type Secrets } from '@parley/server'
import {
  defaultPermissionDefinitions,
  insertPermissionDefinition,
  type PermissionDefinition,
} from '../permissions/index.ts'
import {
  createServiceContext,
  type ServiceTransaction,
  serviceActor,
} from '../platform/service-context/index.ts'
import {
  deleteEndpointRow,
  phoneEndpointId,
  saveEndpoint,
  webhookSecretPurpose,
} from '../platform/webhooks/index.ts'
import type { Services } from '../services.ts'
import { insertKeySet, type PlaintextKeys } from './internal-keys/records/index.ts'
import {
  findProject,
  insertProjectRow,
  internalProjectId,
  lockProject,
  type Project,
  type ProjectConfig,
  type ProjectSettings,
  phoneProjectId,
  updateProjectRow,
} from './records/index.ts'

/** Lets a member configure the phone of their workspace, and rename it. */
const phoneAdminPermission: PermissionDefinition = {
  id: 'phone_admin',
  scope: 'team',
  description: 'Change trunks, limits and settings of the phone, and the name of the workspace',
  containedPermissionIds: ['$update_team', '$manage_api_keys'],
}

/**
 * Keys of the built-in applications. They are derived from the server's secret, so that no start needs to be
 * given them.
 */
export interface BuiltInKeys {
  readonly internal: Required<Pick<PlaintextKeys, 'publishableClientKey'>>
  readonly phone: Required<Pick<PlaintextKeys, 'publishableClientKey' | 'secretServerKey'>>
}

type Deps = Pick<Services, 'database' | 'secrets' | 'log' | 'options' | 'now'>

/** Settings of our own applications, which no public SDK depends on. */
const ownProjectSettings: Partial<ProjectSettings> = {
  needs_recent_authentication: true,
  ends_sessions_on_agent_change: true,
  sign_in_methods_need_verified_address: true,
  addresses_reserved_when_verified: true,
  second_factor_needs_code: true,
  verification_needs_session: true,
  provider_links_confirmed: true,
  domains_match_port: true,
  email_links_open_hosted_pages: true,
  code_sign_in_stays_disabled: true,
  rejects_simple_passwords: true,
  plain_names_in_emails: true,
  restricts_invitation_emails: true,
  requires_publishable_client_key: true,
  hides_address_in_team_names: true,
  sign_up_asks_name: true,
}

/** Limits of what users of our own applications store. */
const quotas = {
  max_teams_per_user: 100,
  max_members_per_team: 500,
  max_contact_channels_per_user: 10,
  max_changes_per_minute: 120,
  max_api_keys_per_owner: 100,
  max_metadata_values: 1_000,
  max_metadata_bytes: 16 * 1_024,
} as const satisfies Partial<ProjectSettings>

interface Seed {
  readonly id: string
  readonly displayName: string
  /** Enforced at every start, over the stored value. */
  readonly enforcedConfig: Partial<ProjectConfig>
  readonly enforcedSettings: Partial<ProjectSettings>
  readonly config: Partial<ProjectConfig>
  readonly settings?: Partial<ProjectSettings>
  readonly origin: string
  readonly definitions: readonly PermissionDefinition[]
  readonly keys: PlaintextKeys
}

/** Derives the keys of the built-in applications from the server's secret. */
export function deriveBuiltInKeys(secrets: Secrets): BuiltInKeys {
  return {
    internal: { publishableClientKey: deriveProjectKey(secrets, 'pck', internalProjectId) },
    phone: {
      publishableClientKey: deriveProjectKey(secrets, 'pck', phoneProjectId),
      secretServerKey: deriveProjectKey(secrets, 'ssk', phoneProjectId),
    },
  }
}

/** Derives the signing secret of the events that the phone receives from the server's secret. */
export function derivePhoneEventsSecret(secrets: Secrets): string {
  return `whsec_${secrets.deriveKey('events that the phone receives').toString('base64')}`
}

/** Creates the built-in projects if they do not exist and returns their keys. Idempotent. */
export async function seedProjects(services: Deps): Promise<BuiltInKeys> {
  const { options } = services
  const keys = deriveBuiltInKeys(services.secrets)
  await seedProject(services, {
    id: internalProjectId,
    displayName: 'Parley',
    enforcedConfig: { sign_up_enabled: options.internalSignUp },
    enforcedSettings: {},
    config: {},
    settings: { ...quotas, max_projects_per_owner: 20, ...ownProjectSettings },
    origin: options.publicUrl,
    definitions: defaultPermissionDefinitions,
    keys: keys.internal,
  })
  await seedProject(services, {
    id: phoneProjectId,
    displayName: 'Parley',
    // The keys of the phone's API are those of its workspaces.
    enforcedConfig: { allow_team_api_keys: true },
    enforcedSettings: options.phoneSignUp === null ? {} : { sign_up_mode: options.phoneSignUp },
    config: {
      magic_link_enabled: true,
      create_team_on_sign_up: true,
      client_team_creation_enabled: true,
      client_user_deletion_enabled: true,
      team_creator_default_permissions: ['phone_admin', 'team_admin'],
    },
    settings: {
      ...quotas,
      ...ownProjectSettings,
      invitations_bound_to_address: true,
      invited_users_get_no_team: true,
      names_teams_workspaces: true,
      sends_missed_call_emails: true,
      team_keys_bound_to_membership: true,
      restricts_impersonation: true,
      second_factor_on_every_way_in: true,
      passkeys_verify_user: true,
      hides_known_addresses: true,
      links_bound_to_browser: true,
      sign_up_mode: options.initialPhoneSignUp,
      member_managed_permissions: [phoneAdminPermission.id, 'team_admin'],
    },
    origin: options.phoneUrl,
    definitions: [...defaultPermissionDefinitions, phoneAdminPermission],
    keys: keys.phone,
  })
  await warnOfOpenSignUp(services)
  await seedPhoneEndpoint(services)
  return keys
}

/**
 * Warns that everyone can sign up to the phone of an installation that others can reach. An installation
 * that began on loopback stays open when it gets a public URL.
 */
async function warnOfOpenSignUp({ database, log, options }: Deps): Promise<void> {
  if (options.initialPhoneSignUp === 'open') return
  const project = await findProject(database, phoneProjectId)
  if (project?.settings.sign_up_mode === 'open')
    log.warn('sign_up.open', { url: options.phoneUrl, setting: 'PARLEY_PHONE_SIGN_UP=invited closes it' })
}

/** Registers the phone for the events that it needs, at every start. Without a phone, nothing is sent. */
async function seedPhoneEndpoint({ database, secrets, options, now }: Deps): Promise<void> {
  if (options.phoneEventsUrl === null) return await deleteEndpointRow(database, phoneEndpointId)
  await saveEndpoint(database, {
    id: phoneEndpointId,
    projectId: phoneProjectId,
    ownerId: null,
    url: options.phoneEventsUrl,
    description: 'Built-in phone',
    eventTypes: [...accountEvents.accountEventTypes],
    isEnabled: true,
    sealedSecret: secrets.seal(derivePhoneEventsSecret(secrets), webhookSecretPurpose),
    createdAt: now(),
  })
}

async function seedProject(services: Deps, project: Seed): Promise<void> {
  const { now } = services
  const context = createServiceContext(services, { projectId: project.id, actor: serviceActor })
  await context.transaction(async (transaction) => {
    const isNew = await insertProjectRow(transaction, project, now())
    if (isNew) await seedDefaults(transaction, project)

    // Locked, so that a concurrent update by an owner is not lost.
    const stored = await lockProject(transaction, project.id)
    const { config, settings } = applySeededOrigin(stored, project.origin)
    await updateProjectRow(transaction, project.id, {
      config: { ...config, ...project.enforcedConfig },
      settings: { ...settings, ...project.enforcedSettings },
    })

    const { id: projectId, keys: plaintextKeys } = project
    const description = 'Built-in applications'
    const expiresAt = new Date('2126-01-01T00:00:00Z')
    await insertKeySet(
      transaction,
      { id: randomUUID(), projectId, description, expiresAt, plaintextKeys },
      now(),
    )
  })
}

async function seedDefaults(transaction: ServiceTransaction, { id, definitions }: Seed): Promise<void> {
  for (const definition of definitions) await insertPermissionDefinition(transaction, id, definition)
  await transaction.audit('project.created', { type: 'project', id })
}

/**
 * Trusts the origin at which the application is served now, replacing the one that an earlier start added.
 * Loopback origins are allowed only if the current origin is one.
 */
function applySeededOrigin(
  { config, settings }: Project,
  origin: string,
): Pick<Project, 'config' | 'settings'> {
  const trusts = (domain: string) => config.domains.some((trusted) => trusted.domain === domain)
  // Before `seeded_origin` was recorded, a start had added the origin that the project has.
  const added = settings.seeded_origin === undefined && trusts(origin) ? origin : settings.seeded_origin
  const retained = config.domains.filter(({ domain }) => domain === origin || domain !== added)
  const domains = trusts(origin) ? retained : [...retained, { domain: origin, handler_path: '/handler' }]
  return {
    config: { ...config, domains, allow_localhost: isLoopback(new URL(origin).hostname) },
    settings: { ...settings, seeded_origin: trusts(origin) && added !== origin ? null : origin },
  }
}

function deriveProjectKey(secrets: Secrets, prefix: 'pck' | 'ssk', projectId: string): string {
  const bytes = secrets.deriveKey(`${prefix} of project ${projectId}`)
  return `${prefix}_${BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(52, '0')
    .slice(-45)}`
}
