import type { projects } from '@parley/contract/account'
import type { EndpointRequest } from '../platform/request-context/index.ts'

type Get = typeof projects.getRequestIdentity

export async function getRequestIdentity(
  _services: unknown,
  { access }: EndpointRequest<Get>,
): Promise<string> {
  if (!access) return 'This is the account service of Parley. The request names no project.'
  const { project, accessType, user } = access
  return [
    'This is the account service of Parley.',
    `Project: ${project.id}`,
    `Access type: ${accessType}`,
    `User: ${user?.id ?? 'nobody'}`,
  ].join('\n')
}
