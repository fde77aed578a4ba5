import type { selfTests } from '@parley/contract/phone'
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

export interface SelfTestTables {
  self_test_runs: SelfTestRunsTable
  self_test_results: SelfTestResultsTable
  test_calls: TestCallsTable
}

/** The last run of a workspace. */
interface SelfTestRunsTable {
  workspace_id: string
  id: string
  /** When it is over at the latest: its process may have ended. */
  ends_at: Date
  finished_at: Date | null
}

/** The last result of each part. */
interface SelfTestResultsTable {
  workspace_id: string
  part: selfTests.SelfTestPart
  trunk_id: string | null
  run_id: string
  state: 'running' | 'passed' | 'failed'
  problem: ColumnType<selfTests.SelfTestProblem | null, string | null, string | null>
  detail: string | null
  result: string | null
  took_ms: number | null
  /** Differs when the settings that were tested have changed. */
  fingerprint: string | null
  tested_at: Date
  tested_by: string | null
  tested_by_name: string | null
}

/** The test call that a workspace expects. */
interface TestCallsTable {
  workspace_id: string
  id: string
  number: string
  callers: string[]
  expires_at: Date
  claimed_at: Date | null
  /** Those that have arrived. */
  digits: string | null
}
