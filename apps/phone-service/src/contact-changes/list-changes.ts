import type { ResponseOf } from '@parley/contract'
import type { contactChanges } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listChanges, listEditedMerges } from './records/contact-changes.ts'
import { serializeChange } from './serialize-change.ts'

type ListContactChanges = typeof contactChanges.listContactChanges

export async function listContactChanges(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { user }: PhoneRequest<ListContactChanges>,
): Promise<ResponseOf<ListContactChanges>> {
  const changes = await listChanges(database, user, now())
  const edited = await listEditedMerges(
    database,
    changes.map(({ id }) => id),
  )
  return { items: changes.map((change) => serializeChange(change, edited.has(change.id))) }
}
