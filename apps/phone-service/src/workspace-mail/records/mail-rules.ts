import type { mailRules } from '@parley/contract/phone'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** Which members get which e-mails. */
export interface MailRules extends mailRules.MailRules {
  readonly workspaceId: string
  /** Analyses that were complete before are not mailed by themselves. */
  readonly summariesSince: Date
}

export async function findMailRules(database: Database, workspaceId: string): Promise<MailRules | null> {
  const row = await database
    .selectFrom('mail_rules')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ? toMailRules(row) : null
}

/** Returns the rules of the workspaces that want summaries, in random order, so that none always comes first. */
export async function listSummaryRules(database: Database): Promise<MailRules[]> {
  const rows = await database
    .selectFrom('mail_rules')
    .selectAll()
    .where('summaries', '<>', 'no-one')
    .orderBy(sql`random()`)
    .execute()
  return rows.map(toMailRules)
}

export async function saveMailRulesRow(database: Database, rules: MailRules, changedAt: Date): Promise<void> {
  const row = {
    summaries: rules.summaries,
    summary_member_ids: [...rules.summaryMemberIds],
    summaries_since: rules.summariesSince,
    missed_calls: rules.missedCalls,
    changed_at: changedAt,
  }
  await database
    .insertInto('mail_rules')
    .values({ workspace_id: rules.workspaceId, ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute()
}

export async function deleteMailRules(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('mail_rules').where('workspace_id', '=', workspaceId).execute()
}

/** Removes a user from the members chosen for summaries: of one workspace, or of all. */
export async function removeSummaryMember(
  database: Database,
  { userId, workspaceId }: { readonly userId: string; readonly workspaceId?: string },
): Promise<void> {
  let change = database
    .updateTable('mail_rules')
    .set({ summary_member_ids: sql`array_remove(summary_member_ids, ${userId}::uuid)` })
    .where(sql<boolean>`${userId}::uuid = any(summary_member_ids)`)
  if (workspaceId !== undefined) change = change.where('workspace_id', '=', workspaceId)
  await change.execute()
}

type MailRulesRow = Selectable<PhoneTables['mail_rules']>

function toMailRules(row: MailRulesRow): MailRules {
  return {
    workspaceId: row.workspace_id,
    summaries: row.summaries,
    summaryMemberIds: row.summary_member_ids,
    summariesSince: row.summaries_since,
    missedCalls: row.missed_calls,
  }
}
