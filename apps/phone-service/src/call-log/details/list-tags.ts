import type { ResponseOf } from '@parley/contract'
import type { callDetails } from '@parley/contract/phone'
import { type PhoneRequest, runSearch } from '../../request-context/index.ts'
import type { Services } from '../../services.ts'
import { listUsedTags } from '../records/index.ts'

type ListTags = typeof callDetails.listTags

const maxTags = 100

export async function listTags(
  { database }: Pick<Services, 'database'>,
  { user, query }: PhoneRequest<ListTags>,
): Promise<ResponseOf<ListTags>> {
  const { search } = query
  const items = await runSearch(database, user, search, (transaction) =>
    listUsedTags(transaction, user, { search, max: maxTags }),
  )
  return { items }
}
