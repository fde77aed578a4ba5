/**
 * Path at which the phone receives the events of the account service (Standard Webhooks). They only make it
 * examine again what users may do, so that an event that arrives late, twice or out of order is harmless.
 */
export const accountEventsPath = '/api/v1/account-events'

/** The events of the account service that the phone receives. */
export const accountEventTypes = [
  'session.ended',
  'user.updated',
  'user.deleted',
  'team.updated',
  'team.deleted',
  'team_membership.created',
  'team_membership.deleted',
  'team_permission.created',
  'team_permission.deleted',
] as const
