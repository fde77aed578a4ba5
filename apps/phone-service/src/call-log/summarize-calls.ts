import type { Call } from '@parley/contract/phone'
import type { Viewer } from '../contacts/index.ts'
import type { Services } from '../services.ts'
import { findContactId, findName, findNames, findService } from './names.ts'
import { isFromTrunk, type StoredCall } from './records/index.ts'

type CallSummary = Pick<Call, 'id' | 'direction' | 'number' | 'country' | 'name' | 'service' | 'contactId'>

/** Returns what a member who does not take part in calls may see of each of them. */
export async function summarizeCalls(
  deps: Pick<Services, 'database' | 'directory'>,
  viewer: Viewer,
  calls: readonly StoredCall[],
): Promise<CallSummary[]> {
  const names = await findNames(
    deps,
    viewer,
    calls.map(({ number }) => number),
  )
  return calls.map((call) => {
    const { id, number, country, callerName, state } = call
    const caller = { number, isTrunkCaller: isFromTrunk(call) }
    return {
      id,
      direction: state.direction,
      number,
      country,
      name: findName(caller, names) ?? callerName,
      service: findService(caller, names),
      contactId: findContactId(number, names),
    }
  })
}
