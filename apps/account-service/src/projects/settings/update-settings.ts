import type { ResponseOf } from '@parley/contract'
import type { managedProjects } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import {
  lockProject,
  type OidcIssuer,
  type ProjectSettings,
  providerSecretPurpose,
  updateProjectRow,
} from '../records/index.ts'

type Update = typeof managedProjects.updateSettings

/** Serializes settings without the secrets of issuers. */
export function serializeSettings({
  oidc_issuers,
  seeded_origin: _,
  ...switches
}: ProjectSettings): ResponseOf<typeof managedProjects.getSettings> {
  return {
    ...switches,
    oidc_issuers: oidc_issuers.map(({ id, issuer, client_id }) => ({ id, issuer, client_id })),
  }
}

export async function updateSettings(
  { secrets }: Pick<Services, 'secrets'>,
  request: EndpointRequest<Update>,
): Promise<ResponseOf<Update>> {
  const {
    project: { id },
    body,
  } = request
  return await request.transaction(async (transaction) => {
    const { settings: before } = await lockProject(transaction, id)
    const { oidc_issuers: patch, ...switches } = body
    const settings = {
      ...before,
      ...switches,
      ...(patch && { oidc_issuers: encryptIssuerSecrets(secrets, before.oidc_issuers, patch) }),
    }
    await updateProjectRow(transaction, id, { settings })
    await transaction.audit(
      'project.settings_updated',
      { type: 'project', id },
      { changed: Object.keys(body).join(' ') },
    )
    return serializeSettings(settings)
  })
}

/**
 * An issuer without a secret retains its stored one only if its URL is unchanged: a secret is never sent to
 * another issuer.
 */
function encryptIssuerSecrets(
  secrets: Services['secrets'],
  before: readonly OidcIssuer[],
  patch: NonNullable<EndpointRequest<Update>['body']['oidc_issuers']>,
): OidcIssuer[] {
  return patch.map(({ client_secret, ...issuer }) => {
    if (client_secret !== undefined)
      return { ...issuer, sealed_client_secret: secrets.seal(client_secret, providerSecretPurpose) }
    const same = before.find((known) => known.id === issuer.id && known.issuer === issuer.issuer)
    if (!same) throw new PlainTextError(400, `oidc_issuers: ${issuer.id} needs a client_secret.`)
    return { ...issuer, sealed_client_secret: same.sealed_client_secret }
  })
}
