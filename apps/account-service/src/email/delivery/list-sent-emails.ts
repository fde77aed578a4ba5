import type { ResponseOf } from '@parley/contract'
import type { emails } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { listAttempts } from './sent-emails.ts'

type List = typeof emails.listSentEmails

export async function listSentEmails(
  { database }: Pick<Services, 'database'>,
  { project }: EndpointRequest<List>,
): Promise<ResponseOf<List>> {
  return { items: await listAttempts(database, project.id), is_paginated: false }
}
