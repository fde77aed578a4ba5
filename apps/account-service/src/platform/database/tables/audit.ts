interface AuditOmissions {
  kind: 'authentication' | 'access'
  /** Empty when the requests named no project. */
  project_id: string
  /** The id of the signed-in user, else the network of the client. */
  source: string
  omitted: string
  since: Date
  ends_at: Date
}

/** The failures that the audit log leaves out; the log itself has the tables of `@parley/server/audit`. */
export interface AuditOmissionTables {
  audit_omissions: AuditOmissions
}
