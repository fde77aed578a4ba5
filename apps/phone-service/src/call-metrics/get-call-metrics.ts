import type { ResponseOf } from '@parley/contract'
import { type callMetrics, PhoneError } from '@parley/contract/phone'
import { findAudibleCall } from '../call-log/index.ts'
import { listRecordings } from '../recordings/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { countQuestions, hasTranscription, summarizeWork } from '../transcription/records/index.ts'
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
  const { state, metrics } = (await findMetrics(database, params.call)) ?? { state: 'waiting', metrics: null }
  return { state, metrics, questions: await findQuestions(database, params.call) }
}

/** Returns the number of questions of each leg; null without a transcript of all parts of the call. */
async function findQuestions(database: Services['database'], callId: string) {
  if (!(await hasTranscription(database, callId))) return null
  const { unfinished, failed } = await summarizeWork(database, callId)
  return unfinished + failed > 0 ? null : await countQuestions(database, callId)
}
