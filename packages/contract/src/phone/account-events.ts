import { z } from 'zod'
import { epochMillis } from './fields.ts'

/**
 * Path at which the phone receives the events of the account service (Standard Webhooks). Those that delete
 * nothing only make it examine again what users may do, so that they are harmless late, twice or out of order.
 */
export const accountEventsPath = '/api/v1/account-events'

/** The events of the account service that the phone receives. */
export const accountEventTypes = [
  'session.ended',
  'user.claimed',
  'user.updated',
  'user.deleted',
  'team.updated',
  'team.deleted',
  'team_membership.created',
  'team_membership.deleted',
  'team_permission.created',
  'team_permission.deleted',
] as const

const membershipEvent = z.object({
  type: z.enum(['team_membership.created', 'team_membership.deleted']),
  data: z.object({ team_id: z.string(), user_id: z.string() }),
})
const permissionEvent = z.object({
  type: z.enum(['team_permission.created', 'team_permission.deleted']),
  data: z.object({ user_id: z.string() }),
})
const sessionEvent = z.object({
  type: z.literal('session.ended'),
  data: z.object({ id: z.string(), user_id: z.string() }),
})
const userEvent = z.object({
  type: z.enum(['user.updated', 'user.deleted']),
  data: z.object({ id: z.string() }),
})
const claimEvent = z.object({
  type: z.literal('user.claimed'),
  /** Events of earlier versions have no time. */
  data: z.object({ id: z.string(), claimed_at_millis: epochMillis.optional() }),
})
const teamEvent = z.object({
  type: z.enum(['team.updated', 'team.deleted']),
  data: z.object({ id: z.string() }),
})

/** An event as the phone receives it: of its data, only the ids and the time of a claim. */
export const accountEvent = z.union([
  sessionEvent,
  membershipEvent,
  permissionEvent,
  userEvent,
  claimEvent,
  teamEvent,
])

export type AccountEvent = z.infer<typeof accountEvent>
export type ClaimEvent = z.infer<typeof claimEvent>
