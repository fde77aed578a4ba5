import type { selfTests } from '@parley/contract/phone'
import type { ColumnType } from 'kysely'

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
