import type { users } from '@parley/contract/account'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import { serializeUser } from './serialize-user.ts'

type Get = typeof users.getOwnUser

export async function getOwnUser(_services: unknown, { user }: EndpointRequest<Get>) {
  return serializeUser(user)
}
