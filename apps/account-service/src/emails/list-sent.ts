import type { ResponseOf } from '@parley/contract'
import type { emails } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { listTries } from './sent-emails.ts'

type List = typeof emails.listSentEmails

export async function listSentEmails(
  { database }: Pick<Services, 'database'>,
  { project }: ServedRequest<List>,
): Promise<ResponseOf<List>> {
  return { items: await listTries(database, project.id), is_paginated: false }
}
