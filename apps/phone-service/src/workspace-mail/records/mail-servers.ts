import type { mail } from '@parley/contract/phone'
import type { Kysely, Selectable } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** The SMTP server of a workspace. */
export interface StoredMailServer {
  readonly workspaceId: string
  readonly host: string
  readonly port: number
  readonly security: mail.MailSecurity
  readonly username: string | null
  readonly passwordEncrypted: string | null
  readonly senderName: string
  readonly senderAddress: string
  readonly replyTo: string | null
  readonly changedAt: Date
}

export async function findMailServer(
  database: Database,
  workspaceId: string,
): Promise<StoredMailServer | null> {
  const row = await database
    .selectFrom('mail_servers')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ? toMailServer(row) : null
}

export async function saveMailServerRow(database: Database, server: StoredMailServer): Promise<void> {
  const values = {
    host: server.host,
    port: server.port,
    security: server.security,
    username: server.username,
    password_encrypted: server.passwordEncrypted,
    sender_name: server.senderName,
    sender_address: server.senderAddress,
    reply_to: server.replyTo,
    changed_at: server.changedAt,
  }
  await database
    .insertInto('mail_servers')
    .values({ workspace_id: server.workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .execute()
}

/** Deletes the mail server of a workspace. Returns whether it existed. */
export async function deleteMailServerRow(database: Database, workspaceId: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('mail_servers')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

type MailServerRow = Selectable<PhoneTables['mail_servers']>

function toMailServer(row: MailServerRow): StoredMailServer {
  return {
    workspaceId: row.workspace_id,
    host: row.host,
    port: row.port,
    security: row.security,
    username: row.username,
    passwordEncrypted: row.password_encrypted,
    senderName: row.sender_name,
    senderAddress: row.sender_address,
    replyTo: row.reply_to,
    changedAt: row.changed_at,
  }
}
