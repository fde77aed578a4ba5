import type { Headers } from '../../testing.ts'

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

const keyHeaders = {
  client: 'x-stack-publishable-client-key',
  server: 'x-stack-secret-server-key',
  admin: 'x-stack-super-secret-admin-key',
} as const

/** Headers of a client, server or admin of a project, optionally with a signed-in user. */
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

/** Headers of a dashboard: the owner's token instead of a key. */
export function ownerHeaders(accessType: AccessType, projectId: string, ownerToken: string): Headers {
  return {
    'x-stack-project-id': projectId,
    'x-stack-access-type': accessType,
    ...Object.fromEntries(Object.values(keyHeaders).map((name) => [name, ''])),
    'x-stack-admin-access-token': ownerToken,
  }
}
