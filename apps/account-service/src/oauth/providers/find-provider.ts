import {
  type ConfiguredProvider,
  type OidcIssuer,
  type Project,
  type ProviderId,
  providerSecretPurpose,
} from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { defaultMicrosoftTenant, knownProviders, microsoftTenant } from './known-providers.ts'
import type { ProviderMetadata } from './provider-metadata.ts'

/** A provider as configured in a project: metadata and client credentials. */
export interface Provider {
  readonly id: string
  /** Uses the shared credentials of the server. */
  readonly isShared: boolean
  /** Redirect URI registered at the provider. */
  readonly redirectUri: string
  readonly clientId: string
  readonly clientSecret: string
  readonly details: BuiltInDetails | IssuerDetails
}

interface BuiltInDetails {
  readonly kind: 'named'
  readonly metadata: ProviderMetadata
  /** Replaces the origins of the provider; null to use its own. */
  readonly origin: string | null
}

interface IssuerDetails {
  readonly kind: 'issuer'
  /** Issuer URL as entered by the project owner. */
  readonly issuer: string
}

type Deps = Pick<Services, 'secrets' | 'options'>

/**
 * Returns the provider with this id; null if the project has none, or if it is shared and the server has no
 * credentials.
 */
export function findProvider(
  services: Deps,
  { id: projectId, config, settings }: Project,
  id: string,
): Provider | null {
  const configured = config.oauth_providers.find((provider) => provider.id === id)
  if (configured) return namedProvider(services, configured)
  const issuer = settings.oidc_issuers.find((provider) => provider.id === id)
  return issuer ? issuerProvider(services, projectId, issuer) : null
}

/**
 * Returns the last segment of the redirect URI. Projects choose the ids of their issuers, so each project has
 * its own redirect URI: a code that one issuer sends must never reach the issuer of another project
 * (RFC 9700, 4.4).
 */
export function getCallbackId(projectId: string, providerId: string): string {
  return Object.hasOwn(knownProviders, providerId) ? providerId : `${providerId}.${projectId}`
}

function namedProvider({ secrets, options }: Deps, configured: ConfiguredProvider): Provider | null {
  const { id, type, client_id, sealed_client_secret } = configured
  const isShared = type === 'shared'
  const own =
    client_id !== undefined && sealed_client_secret !== undefined
      ? { clientId: client_id, clientSecret: secrets.open(sealed_client_secret, providerSecretPurpose) }
      : null
  const shared = (options.sharedProviders as Partial<Record<ProviderId, typeof own>>)[id] ?? null
  const credentials = isShared ? shared : own
  if (!credentials) return null
  return {
    id,
    isShared,
    redirectUri: redirectUriFor(options, id),
    ...credentials,
    details: {
      kind: 'named',
      metadata: metadataFor(configured),
      origin: options.providerOrigins[id] ?? null,
    },
  }
}

/** Returns the metadata of a provider with the settings of the project. */
function metadataFor({ id, facebook_config_id, microsoft_tenant_id }: ConfiguredProvider): ProviderMetadata {
  const metadata = knownProviders[id]
  const tenant = encodeURIComponent(microsoft_tenant_id || defaultMicrosoftTenant)
  return {
    ...metadata,
    authorizationEndpoint: metadata.authorizationEndpoint.replace(microsoftTenant, tenant),
    tokenEndpoint: metadata.tokenEndpoint.replace(microsoftTenant, tenant),
    parameters: {
      ...metadata.parameters,
      ...(id === 'facebook' && facebook_config_id ? { config_id: facebook_config_id } : {}),
    },
  }
}

function issuerProvider({ secrets, options }: Deps, projectId: string, configured: OidcIssuer): Provider {
  const { id, issuer, client_id, sealed_client_secret } = configured
  return {
    id,
    isShared: false,
    redirectUri: redirectUriFor(options, getCallbackId(projectId, id)),
    clientId: client_id,
    clientSecret: secrets.open(sealed_client_secret, providerSecretPurpose),
    details: { kind: 'issuer', issuer },
  }
}

function redirectUriFor({ publicUrl }: Deps['options'], callbackId: string): string {
  return `${publicUrl}/api/v1/auth/oauth/callback/${callbackId}`
}
