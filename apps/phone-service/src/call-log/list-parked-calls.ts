import type { ResponseOf } from '@parley/contract'
import type { parkedCalls } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findContactId, findName, findNames, findService } from './names.ts'
import { listStoredParkedCalls } from './records/index.ts'

type ListParkedCalls = typeof parkedCalls.listParkedCalls

/** Returns the parked calls of the workspace, of which a member who does not take part sees no more than this. */
export async function listParkedCalls(
  services: Services,
  { user }: PhoneRequest<ListParkedCalls>,
): Promise<ResponseOf<ListParkedCalls>> {
  const calls = await listStoredParkedCalls(services.database, user.workspaceId)
  const names = await findNames(
    services,
    user,
    calls.map(({ number }) => number),
  )
  const items = calls.flatMap(({ id, number, country, callerName, state: { direction, parked } }) => {
    if (!parked) return []
    const name = findName(number, names) ?? callerName
    const [service, contactId] = [findService(number, names), findContactId(number, names)]
    return [{ id, direction, number, country, name, service, contactId, parked }]
  })
  return { items }
}
