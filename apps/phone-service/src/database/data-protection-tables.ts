import type { erasures } from '@parley/contract/phone'
import type { ColumnType, JSONColumnType } from 'kysely'

/** Rows about the deletion of data. */
export interface DataProtectionTables {
  erasures: ErasuresTable
  erasure_calls: ErasureCallsTable
  retention_periods: RetentionPeriodsTable
}

/** After how many days the data of calls is deleted; null: never. */
interface RetentionPeriodsTable {
  workspace_id: string
  recording_days: number | null
  voicemail_days: number | null
  transcript_days: number | null
  call_days: number | null
  /** When expired data is deleted next. */
  due_at: Date
}

/** The erasure of the data of a number or of a former member. When it is complete, the row is its receipt. */
interface ErasuresTable {
  id: string
  workspace_id: string
  subject: erasures.Erasure['subject']
  /** The number or the id of the user; null once the erasure is complete. */
  subject_encrypted: string | null
  /** A keyed hash of the number or the id of the user. */
  fingerprint: string
  last_digits: string | null
  requested_by: string
  requested_by_name: string | null
  requested_at: Date
  /** When a node takes it next. A node that has taken it has set this to the end of its lease. */
  due_at: Date
  /** Failures in succession. */
  attempts: ColumnType<number, undefined, number>
  problem: ColumnType<erasures.Erasure['problem'], undefined, erasures.Erasure['problem']>
  counts: JSONColumnType<Partial<erasures.ErasureCounts>, string | undefined, string>
  completed_at: ColumnType<Date | null, undefined, Date>
}

/** A call whose data is being erased. */
interface ErasureCallsTable {
  erasure_id: string
  call_id: string
  is_erased: ColumnType<boolean, undefined, boolean>
}
