/**
 * All audit actions of the phone: `noun.verb_past`. Entries are immutable, so an action is never renamed or
 * given another meaning. Members and their permissions are changed, and audited, by the account service.
 */
export type PhoneAuditAction =
  | 'access.denied'
  | 'access.omitted'
  | 'anonymous_callers.updated'
  | 'call.notes_changed'
  | 'call.refused'
  | 'daily_limits.updated'
  | 'emergency.called'
  | 'emergency_route.deleted'
  | 'emergency_route.saved'
  | 'home_country.chosen'
  | 'limits.updated'
  | 'number.assigned'
  | 'number.blocked'
  | 'number.unblocked'
  | 'price_table.replaced'
  | 'recording.downloaded'
  | 'recording.played'
  | 'recordings.deleted'
  | 'routing.saved'
  | 'trunk.created'
  | 'trunk.deleted'
  | 'trunk.updated'
