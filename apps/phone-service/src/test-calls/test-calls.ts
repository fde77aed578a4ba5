import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** A call that a workspace places to one of its own numbers, and expects to come in. */
export interface ExpectedTestCall {
  readonly workspaceId: string
  readonly id: string
  readonly number: string
  /** The caller IDs that it may have. */
  readonly callers: readonly string[]
  readonly expiresAt: Date
}

/** Expects a test call, in place of an earlier one of the workspace. */
export async function saveTestCall(database: Database, call: ExpectedTestCall): Promise<void> {
  const values = {
    id: call.id,
    number: call.number,
    callers: [...call.callers],
    expires_at: call.expiresAt,
    claimed_at: null,
    digits: null,
  }
  await database
    .insertInto('test_calls')
    .values({ workspace_id: call.workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .execute()
}

/** Returns the id of the test call that an incoming call is, and expects no further one; null for other calls. */
export async function claimTestCall(
  database: Database,
  incoming: {
    readonly workspaceId: string
    readonly ownNumber: string | null
    readonly number: string | null
  },
  now: Date,
): Promise<string | null> {
  const { workspaceId, ownNumber, number: caller } = incoming
  if (ownNumber === null || caller === null) return null
  const row = await database
    .updateTable('test_calls')
    .set({ claimed_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('number', '=', ownNumber)
    .where(({ eb, fn }) => eb(eb.val(caller), '=', fn.any('callers')))
    .where('expires_at', '>', now)
    .where('claimed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Saves the digits that have arrived with a test call. Returns false when its test has ended. */
export async function saveTestDigits(database: Database, id: string, digits: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('test_calls')
    .set({ digits })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether a test call has come in, and the digits that have arrived with it. */
export interface TestCallProgress {
  readonly hasComeIn: boolean
  readonly digits: string
}

export async function findTestCall(database: Database, id: string): Promise<TestCallProgress | null> {
  const row = await database
    .selectFrom('test_calls')
    .select(['claimed_at', 'digits'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { hasComeIn: row.claimed_at !== null, digits: row.digits ?? '' } : null
}

export async function deleteTestCall(database: Database, id: string): Promise<void> {
  await database.deleteFrom('test_calls').where('id', '=', id).execute()
}

export async function deleteTestCallsOfWorkspace(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('test_calls').where('workspace_id', '=', workspaceId).execute()
}
