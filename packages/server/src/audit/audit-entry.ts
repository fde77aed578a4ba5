import type { RequestInfo } from '../http/request-info.ts'

/** The actor of an action: a user, a key of an access type, or the service itself. */
export type Actor =
  | { readonly type: 'user' | 'api_key' | 'client' | 'server' | 'admin'; readonly id: string | null }
  | { readonly type: 'service'; readonly id: null }

/** An audit entry. `details` never contains secrets or e-mails of people without an account. */
export interface AuditEntry<Action extends string = string> {
  readonly projectId: string | null
  readonly actor: Actor
  readonly action: Action
  readonly outcome?: 'success' | 'failure' | 'denied'
  readonly subject: { readonly type: string; readonly id: string } | null
  readonly details?: Readonly<Record<string, string | number | boolean | null>>
  readonly info?: RequestInfo
  readonly at: Date
}
