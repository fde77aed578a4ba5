import { KnownError } from '@parley/contract'
import type { users } from '@parley/contract/account'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { findUser } from './records/index.ts'
import { serializeUser, serializeUserWithoutMetadata } from './serialize-user.ts'

type Get = typeof users.getUser

export async function getUser(
  { database }: Pick<Services, 'database'>,
  { project, params, query }: EndpointRequest<Get>,
) {
  const user = await findUser(database, project.id, params.user)
  if (!user) throw new KnownError('USER_NOT_FOUND')
  return query.omit_metadata ? serializeUserWithoutMetadata(user) : serializeUser(user)
}
