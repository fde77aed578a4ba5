import type { ResponseOf } from '@parley/contract'
import { type callMetrics, PhoneError } from '@parley/contract/phone'
import { findAudibleCall } from '../call-log/index.ts'
import { listRecordings } from '../recordings/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findMetrics } from './records/index.ts'

type GetCallMetrics = typeof callMetrics.getCallMetrics

/** Returns the metrics of a call whose recording the user may play: they say what is heard in it. */
export async function getCallMetrics(
  { database }: Pick<Services, 'database'>,
  { user, params }: PhoneRequest<GetCallMetrics>,
): Promise<ResponseOf<GetCallMetrics>> {
  const call = await findAudibleCall(database, user, params.call)
  const recordings = call ? await listRecordings(database, [call.id]) : []
  if (!recordings.some(({ state }) => state !== 'lost')) throw new PhoneError('RECORDING_NOT_FOUND')
  return (await findMetrics(database, params.call)) ?? { state: 'waiting', metrics: null }
}
