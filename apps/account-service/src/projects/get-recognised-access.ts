import type { projects } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'

type Get = typeof projects.getRecognisedAccess

export async function getRecognisedAccess({ access }: ServedRequest<Get>): Promise<string> {
  if (!access) return 'This is the account service of Parley. The request names no project.'
  const { project, accessType, user } = access
  return [
    'This is the account service of Parley.',
    `Project: ${project.id}`,
    `Access type: ${accessType}`,
    `User: ${user?.id ?? 'nobody'}`,
  ].join('\n')
}
