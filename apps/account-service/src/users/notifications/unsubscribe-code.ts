import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { codeType, createCode } from '../../auth/verification-codes/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import type { NotificationCategory } from './categories.ts'

export const unsubscribeCode = codeType({
  name: 'unsubscribe',
  data: z.object({ userId: z.string(), categoryId: z.string() }),
  lifetimeMs: () => 7 * 24 * 60 * 60_000,
})

interface UnsubscribeLinkInput {
  readonly project: Project
  readonly userId: string
  readonly category: NotificationCategory
}

/** Creates an unsubscribe link for a category. Each e-mail has its own link; all of them stay valid. */
export async function createUnsubscribeLink(
  services: Pick<Services, 'options' | 'now'>,
  database: Database,
  { project, userId, category }: UnsubscribeLinkInput,
): Promise<string> {
  const { code } = await createCode(services, database, unsubscribeCode, {
    project,
    subject: randomUUID(),
    data: { userId, categoryId: category.id },
    callbackUrl: null,
  })
  return `${services.options.publicUrl}/api/v1/emails/unsubscribe-link?code=${code}`
}
