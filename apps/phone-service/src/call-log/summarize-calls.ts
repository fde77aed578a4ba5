import type { Call } from '@parley/contract/phone'
import type { Viewer } from '../contacts/index.ts'
import type { Services } from '../services.ts'
import { findContactId, findName, findNames, findService } from './names.ts'
import { isFromTrunk, type StoredCall } from './records/index.ts'

type CallSummary = Pick<Call, 'id' | 'direction' | 'number' | 'country' | 'name' | 'service' | 'contactId'>

/** Returns, by call id, what a member who does not take part in calls may see of each of them. */
export async function summarizeCalls(
  deps: Pick<Services, 'database' | 'directory'>,
  viewer: Viewer,
  calls: readonly StoredCall[],
): Promise<ReadonlyMap<string, CallSummary>> {
  const names = await findNames(
    deps,
    viewer,
    calls.map(({ number }) => number),
  )
  const summaries = calls.map((call): CallSummary => {
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
  return new Map(summaries.map((summary) => [summary.id, summary]))
}
