import type { ResponseOf } from '@parley/contract'
import type { ownProjects } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Services } from '../services.ts'
import { type OidcIssuer, type ProjectSettings, providerSecretPurpose } from './config.ts'
import { changeProject, lockProject } from './projects.ts'

type Update = typeof ownProjects.updateSettings

/** Serializes settings without the secrets of issuers. */
export function settingsShape({
  oidc_issuers,
  seeded_origin: _,
  ...switches
}: ProjectSettings): ResponseOf<typeof ownProjects.getSettings> {
  return {
    ...switches,
    oidc_issuers: oidc_issuers.map(({ id, issuer, client_id }) => ({ id, issuer, client_id })),
  }
}

export async function updateSettings(
  { database, secrets, now }: Pick<Services, 'database' | 'secrets' | 'now'>,
  { project: { id }, actor, body, call }: ServedRequest<Update>,
): Promise<ResponseOf<Update>> {
  return await database.transaction().execute(async (transaction) => {
    const { settings: before } = await lockProject(transaction, id)
    const { oidc_issuers: written, ...switches } = body
    const settings = {
      ...before,
      ...switches,
      ...(written && { oidc_issuers: sealIssuers(secrets, before.oidc_issuers, written) }),
    }
    await changeProject(transaction, id, { settings })
    await recordAudit(transaction, {
      projectId: id,
      actor,
      action: 'project.settings_updated',
      subject: { type: 'project', id },
      details: { changed: Object.keys(body).join(' ') },
      call,
      at: now(),
    })
    return settingsShape(settings)
  })
}

/**
 * An issuer without a secret retains its stored one only if its URL is unchanged: a secret is never sent to another
 * issuer.
 */
function sealIssuers(
  secrets: Services['secrets'],
  before: readonly OidcIssuer[],
  written: NonNullable<ServedRequest<Update>['body']['oidc_issuers']>,
): OidcIssuer[] {
  return written.map(({ client_secret, ...issuer }) => {
    if (client_secret !== undefined)
      return { ...issuer, sealed_client_secret: secrets.seal(client_secret, providerSecretPurpose) }
    const same = before.find((known) => known.id === issuer.id && known.issuer === issuer.issuer)
    if (!same) throw new TextError(400, `oidc_issuers: ${issuer.id} needs a client_secret.`)
    return { ...issuer, sealed_client_secret: same.sealed_client_secret }
  })
}
