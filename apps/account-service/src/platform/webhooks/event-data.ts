import type { teams, users, webhooks } from '@parley/contract/account'
import type { z } from 'zod'

interface Member {
  readonly team_id: string
  readonly user_id: string
}

/** Payload of each event type. Users and teams are serialized for server access. */
export interface EventData {
  readonly 'user.created': z.infer<typeof users.serverUser>
  /**
   * Sent for updates of the user object, a password reset, and the conversion of an anonymous user. Not sent
   * when the user sets a password, registers a passkey or changes an e-mail, as receivers expect.
   */
  readonly 'user.updated': z.infer<typeof users.serverUser>
  readonly 'user.deleted': { readonly id: string; readonly teams: readonly { readonly id: string }[] }
  readonly 'team.created': z.infer<typeof teams.serverTeam>
  readonly 'team.updated': z.infer<typeof teams.serverTeam>
  readonly 'team.deleted': { readonly id: string }
  readonly 'team_membership.created': Member
  readonly 'team_membership.deleted': Member
  readonly 'team_permission.created': Member & { readonly id: string }
  readonly 'team_permission.deleted': Member & { readonly id: string }
  readonly 'project_permission.created': { readonly id: string; readonly user_id: string }
  readonly 'project_permission.deleted': { readonly id: string; readonly user_id: string }
  /**
   * Sent when a session is ended, by anyone, before it expires; not for the sessions of a user who is
   * deleted.
   */
  readonly 'session.ended': { readonly id: string; readonly user_id: string }
  /** Sent when the owner of an address takes over an account that another person may have signed up with it. */
  readonly 'user.claimed': { readonly id: string; readonly claimed_at_millis: number }
}

export type EventType = keyof EventData & (typeof webhooks.webhookEventTypes)[number]
