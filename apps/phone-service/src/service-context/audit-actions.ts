/**
 * All audit actions of the phone: `noun.verb_past`. Entries are immutable, so an action is never renamed or
 * given another meaning. Members and their permissions are changed, and audited, by the account service.
 */
export type PhoneAuditAction =
  | 'access.denied'
  | 'access.omitted'
  | 'call.notes_changed'
  | 'call.refused'
  | 'limits.updated'
  | 'number.assigned'
  | 'recording.downloaded'
  | 'recording.played'
  | 'recordings.deleted'
  | 'trunk.created'
  | 'trunk.deleted'
  | 'trunk.updated'
