import { KnownError } from '@parley/contract'
import {
  type AccountAccess,
  type AccountEndpointDefinition,
  fields,
  sessions,
} from '@parley/contract/account'
import type { RawParts } from '@parley/server/http'
import { z } from 'zod'
import type { AccessType, AuthContext } from './auth-context.ts'

const allowedAccessTypes: Readonly<Record<Exclude<AccountAccess, 'public'>, readonly AccessType[]>> = {
  client: ['client', 'server', 'admin'],
  server: ['server', 'admin'],
  admin: ['admin'],
}

/** Throws unless the request may call `endpoint`, before any other validation. */
export function authorize({ access }: AuthContext, endpoint: AccountEndpointDefinition): void {
  // Signing out of an ended session has its own error.
  if (access?.sessionHasEnded && endpoint !== sessions.endCurrentSession)
    throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: null })

  if (endpoint.access === 'public') return
  const allowed = allowedAccessTypes[endpoint.access]
  if (!access) throw new KnownError('ACCESS_TYPE_REQUIRED')
  if (!allowed.includes(access.accessType))
    throw new KnownError('INSUFFICIENT_ACCESS_TYPE', {
      actual_access_type: access.accessType,
      allowed_access_types: [...allowed],
    })
  if (endpoint.user === 'me' && !access.user) throw new KnownError('CANNOT_GET_OWN_USER_WITHOUT_USER')
}

/**
 * Replaces `me` with the id of the signed-in user in fields that accept it.
 *
 * @returns further problems of the request.
 * @throws {KnownError} CANNOT_GET_OWN_USER_WITHOUT_USER
 */
export function resolveMe(
  { access }: AuthContext,
  endpoint: AccountEndpointDefinition,
  parts: RawParts,
): string[] {
  const userId = access?.user?.id ?? null
  for (const [shape, values] of [
    [endpoint.params, parts.params],
    [endpoint.query, parts.query],
    [endpoint.body, parts.body],
  ] as const) {
    if (!(shape instanceof z.ZodObject) || typeof values !== 'object' || values === null) continue
    const record = values as Record<string, unknown>
    for (const [key, field] of Object.entries(shape.shape)) {
      if (record[key] !== 'me' || !acceptsMe(field)) continue
      if (userId === null) throw new KnownError('CANNOT_GET_OWN_USER_WITHOUT_USER')
      record[key] = userId
    }
  }
  return endpoint.user === 'declared' && userId === null
    ? ['header x-stack-access-token: a signed-in user is needed']
    : []
}

function acceptsMe(field: unknown): boolean {
  return field === fields.userIdOrMe || (field instanceof z.ZodOptional && acceptsMe(field.unwrap()))
}
