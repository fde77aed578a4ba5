import { randomUUID } from 'node:crypto'
import type { emails } from '@parley/contract/account'
import { z } from 'zod'
import type { Database } from '../../platform/database/index.ts'
import type { Sender } from './project-server.ts'

/** One delivery attempt. */
export interface DeliveryAttempt {
  readonly projectId: string
  readonly subject: string
  readonly to: string
  readonly sender: Sender
  /** A message for the owner; null if the e-mail was accepted. */
  readonly error: string | null
  readonly at: Date
  /** The id of a successful attempt is its job id. */
  readonly id?: string
}

const maxListedAttempts = 100

const sender = z.object({
  type: z.enum(['shared', 'standard']),
  host: z.string().optional(),
  port: z.int().optional(),
  username: z.string().optional(),
  sender_name: z.string(),
  sender_email: z.string(),
})

export async function insertAttempt(database: Database, { id, ...attempt }: DeliveryAttempt): Promise<void> {
  await database
    .insertInto('sent_emails')
    .values({
      id: id ?? randomUUID(),
      project_id: attempt.projectId,
      subject: attempt.subject,
      recipient: attempt.to,
      sender: JSON.stringify(attempt.sender),
      error: attempt.error,
      sent_at: attempt.at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Returns whether the e-mail of a job was accepted by the server. */
export async function wasSent(database: Database, jobId: string): Promise<boolean> {
  const row = await database.selectFrom('sent_emails').select('id').where('id', '=', jobId).executeTakeFirst()
  return row !== undefined
}

/** Lists the latest attempts of a project, newest first. */
export async function listAttempts(
  database: Database,
  projectId: string,
): Promise<z.infer<typeof emails.sentEmail>[]> {
  const rows = await database
    .selectFrom('sent_emails')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('sent_at', 'desc')
    .orderBy('id')
    .limit(maxListedAttempts)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    sent_at_millis: row.sent_at.getTime(),
    to: [row.recipient],
    sender_config: sender.parse(row.sender),
    error: row.error,
  }))
}

/** Deletes attempts before a moment. */
export async function deleteAttemptsBefore(database: Database, moment: Date): Promise<void> {
  await database.deleteFrom('sent_emails').where('sent_at', '<', moment).execute()
}
