import type { ColumnType } from 'kysely'

export interface VerificationTables {
  caller_id_choices: CallerIdChoicesTable
  phone_verifications: PhoneVerificationsTable
  phone_verification_calls: PhoneVerificationCallsTable
}

/** A number that a workspace verifies or has verified. */
interface PhoneVerificationsTable {
  id: string
  workspace_id: string
  number: string
  country: string | null
  label: string
  state: 'pending' | 'verified' | 'failed'
  /** A keyed hash of the code of the last call; null unless the state is `pending`. */
  code_hash: Buffer | null
  /** How often a wrong code was keyed in. */
  tries: number
  calls: number
  called_at: Date
  expires_at: Date
  /** The last call. */
  call_id: string
  started_by: string
  started_by_name: string | null
  created_at: ColumnType<Date, Date, never>
  verified_at: Date | null
}

/** The calls of the last minutes, of all workspaces. */
interface PhoneVerificationCallsTable {
  number: string
  called_at: Date
}

/** The caller ID that a user chose last for a contact, or for a country: one of both is null. */
interface CallerIdChoicesTable {
  workspace_id: string
  user_id: string
  contact_id: string | null
  country: string | null
  number: string
  chosen_at: Date
}
