import type { Migration } from '@parley/server'

/** A waiting e-mail is deleted with the analysis that it contains. Null for others, and for those of earlier programs. */
export const mailedAnalyses: Migration = {
  name: '0103-mailed-analyses',
  sql: 'alter table workspace_mails add column analysis_id uuid',
}
