import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { Services } from '../../services.ts'
import { type EmailContent, emailContent } from './compose-email.ts'

/** Encrypted per id, so that a database dump reveals nothing. */
const encryptionPurpose = (id: string) => `content of e-mail ${id}`

interface NewContent {
  readonly projectId: string
  readonly ownerId: string
  readonly recipients: number
  readonly content: EmailContent
  /** The age of the content counts from this moment on. */
  readonly sentAt: Date
}

/** Stores the content of a bulk e-mail once for all recipients. Returns its id. */
export async function insertEmailContent(
  { secrets }: Pick<Services, 'secrets'>,
  database: Database,
  { projectId, ownerId, recipients, content, sentAt }: NewContent,
): Promise<string> {
  const id = randomUUID()
  await database
    .insertInto('email_contents')
    .values({
      id,
      project_id: projectId,
      owner_id: ownerId,
      recipients,
      sealed_content: secrets.seal(JSON.stringify(content), encryptionPurpose(id)),
      created_at: sentAt,
    })
    .execute()
  return id
}

/** Reads stored content, or null if it has expired. */
export async function findEmailContent(
  { database, secrets }: Pick<Services, 'database' | 'secrets'>,
  projectId: string,
  id: string,
): Promise<EmailContent | null> {
  const row = await database
    .selectFrom('email_contents')
    .select('sealed_content')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? emailContent.parse(JSON.parse(secrets.open(row.sealed_content, encryptionPurpose(id)))) : null
}

/** Returns the size of the contents that all projects of an owner have stored, with that of their jobs. */
export async function measureEmailContents(database: Database, ownerId: string): Promise<number> {
  const { bytes } = await database
    .selectFrom('email_contents')
    .select(sql<string>`coalesce(sum(size), 0)`.as('bytes'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** Deletes content whose only recipient needs it no longer. Content for several recipients expires. */
export async function deleteContentOfOneRecipient(database: Database, id: string): Promise<void> {
  await database.deleteFrom('email_contents').where('id', '=', id).where('recipients', '=', 1).execute()
}

/** Deletes content created before a moment. */
export async function deleteEmailContentsBefore(database: Database, moment: Date): Promise<void> {
  await database.deleteFrom('email_contents').where('created_at', '<', moment).execute()
}
