import { randomUUID } from 'node:crypto'
import type { Database } from '../../platform/database/index.ts'
import type { Services } from '../../services.ts'
import { type EmailContent, emailContent } from './compose-email.ts'

/** Encrypted per id, so that a database dump reveals nothing. */
const encryptionPurpose = (id: string) => `content of e-mail ${id}`

/**
 * Stores the content of a bulk e-mail once for all recipients. Returns its id.
 *
 * @param sentAt The age of the content counts from this moment on.
 */
export async function insertEmailContent(
  { secrets }: Pick<Services, 'secrets'>,
  database: Database,
  projectId: string,
  content: EmailContent,
  sentAt: Date,
): Promise<string> {
  const id = randomUUID()
  await database
    .insertInto('email_contents')
    .values({
      id,
      project_id: projectId,
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

/** Deletes content created before a moment. */
export async function deleteEmailContentsBefore(database: Database, moment: Date): Promise<void> {
  await database.deleteFrom('email_contents').where('created_at', '<', moment).execute()
}
