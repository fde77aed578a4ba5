import type { selfTests } from '@parley/contract/phone'
import { removeInvisibleCharacters } from '@parley/primitives'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** A part of a workspace. */
export interface PartKey {
  readonly workspaceId: string
  readonly part: selfTests.SelfTestPart
  readonly trunkId: string | null
}

/** The result of the test of a part. */
export interface PartOutcome {
  readonly problem: selfTests.SelfTestProblem | null
  readonly detail: string | null
  readonly result: string | null
}

export interface StoredResult extends PartKey, PartOutcome {
  readonly runId: string
  readonly state: 'running' | 'passed' | 'failed'
  readonly tookMs: number | null
  /** Differs when the settings that were tested have changed. */
  readonly fingerprint: string | null
  /** When the test has ended, or has begun if it is running. */
  readonly testedAt: Date
  readonly testedBy: string | null
  readonly testedByName: string | null
}

const maxTextLength = 500

/** Marks a part as being tested, in place of its last result. */
export async function insertRunningResult(
  database: Database,
  key: PartKey,
  test: Pick<StoredResult, 'runId' | 'fingerprint' | 'testedAt' | 'testedBy' | 'testedByName'>,
): Promise<void> {
  const values = {
    run_id: test.runId,
    state: 'running' as const,
    problem: null,
    detail: null,
    result: null,
    took_ms: null,
    fingerprint: test.fingerprint,
    tested_at: test.testedAt,
    tested_by: test.testedBy,
    tested_by_name: test.testedByName,
  }
  await database
    .insertInto('self_test_results')
    .values({ workspace_id: key.workspaceId, part: key.part, trunk_id: key.trunkId, ...values })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'part', 'trunk_id']).doUpdateSet(values))
    .execute()
}

/** Saves the result of a part, unless another run has begun meanwhile or its trunk was deleted. */
export async function saveResult(
  database: Database,
  { workspaceId, part, trunkId }: PartKey,
  result: PartOutcome & { readonly runId: string; readonly tookMs: number; readonly testedAt: Date },
): Promise<void> {
  await database
    .updateTable('self_test_results')
    .set({
      state: result.problem ? 'failed' : 'passed',
      problem: result.problem && JSON.stringify(result.problem),
      detail: toStoredText(result.detail),
      result: toStoredText(result.result),
      took_ms: result.tookMs,
      tested_at: result.testedAt,
    })
    .where('workspace_id', '=', workspaceId)
    .where('part', '=', part)
    .where('trunk_id', 'is not distinct from', trunkId)
    .where('run_id', '=', result.runId)
    .execute()
}

/** Servers send these texts, and PostgreSQL cannot store NUL. */
function toStoredText(text: string | null): string | null {
  return text === null ? null : removeInvisibleCharacters(text).slice(0, maxTextLength)
}

export async function listResults(database: Database, workspaceId: string): Promise<StoredResult[]> {
  const rows = await database
    .selectFrom('self_test_results')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .execute()
  return rows.map((row) => ({
    workspaceId,
    part: row.part,
    trunkId: row.trunk_id,
    runId: row.run_id,
    state: row.state,
    problem: row.problem,
    detail: row.detail,
    result: row.result,
    tookMs: row.took_ms,
    fingerprint: row.fingerprint,
    testedAt: row.tested_at,
    testedBy: row.tested_by,
    testedByName: row.tested_by_name,
  }))
}

/** Removes the name of a deleted user, and their address, which a mail server may repeat, from all results. */
export async function clearTester(database: Database, userId: string): Promise<void> {
  await database
    .updateTable('self_test_results')
    .set({ tested_by: null, tested_by_name: null, detail: null, result: null })
    .where('tested_by', '=', userId)
    .execute()
}

export async function deleteResultsOfWorkspace(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('self_test_results').where('workspace_id', '=', workspaceId).execute()
}
