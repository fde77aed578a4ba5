import type { ResponseOf } from '@parley/contract'
import type { oauth } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import type { AccessTokenService } from '../auth/sessions/tokens/index.ts'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import { findProject } from '../projects/records/index.ts'
import type { Services } from '../services.ts'

type Get = typeof oauth.getSigningKeys

export async function getSigningKeys(
  { database, accessTokens }: Pick<Services, 'database'> & AccessTokenService,
  { params }: EndpointRequest<Get>,
): Promise<ResponseOf<Get>> {
  const project = await findProject(database, params.project)
  if (!project) throw new PlainTextError(404, 'Project not found.')

  const keys = await accessTokens.listPublicKeys(project.id)
  return {
    keys: keys.map((key) => ({ kty: 'EC', alg: 'ES256', use: 'sig', crv: 'P-256', ...key })),
  }
}
