import { randomUUID } from 'node:crypto'
import type { Database } from '../database/index.ts'
import type { Services } from '../services.ts'
import { type EmailContent, emailContent } from './compose-email.ts'

/** A dump tells nothing of what lies here, and nothing of it opens elsewhere. */
const purposeOf = (id: string) => `content of e-mail ${id}`

/** Keeps what a mail to many says, once for all of them. Answers its id. */
export async function insertContent(
  { secrets, now }: Pick<Services, 'secrets' | 'now'>,
  database: Database,
  projectId: string,
  content: EmailContent,
): Promise<string> {
  const id = randomUUID()
  await database
    .insertInto('email_contents')
    .values({
      id,
      project_id: projectId,
      sealed_content: secrets.seal(JSON.stringify(content), purposeOf(id)),
      created_at: now(),
    })
    .execute()
  return id
}

/** Reads what a mail says, or null where it is not kept any more. */
export async function readContent(
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
  return row ? emailContent.parse(JSON.parse(secrets.open(row.sealed_content, purposeOf(id)))) : null
}

/** Removes what was written before a moment. */
export async function deleteContentsBefore(database: Database, moment: Date): Promise<void> {
  await database.deleteFrom('email_contents').where('created_at', '<', moment).execute()
}
