import type { ResponseOf } from '@parley/contract'
import { type analyses, PhoneError } from '@parley/contract/phone'
import { findAudibleCall } from '../call-log/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { auditReading } from '../transcription/index.ts'
import { findReadiness } from './request-analysis.ts'
import { readAnalyses } from './serialize-analysis.ts'

type ListAnalyses = typeof analyses.listAnalyses

export async function listAnalyses(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { user, params, transaction }: PhoneRequest<ListAnalyses>,
): Promise<ResponseOf<ListAnalyses>> {
  const call = await findAudibleCall(database, user, params.call)
  if (!call) throw new PhoneError('RECORDING_NOT_FOUND')
  const items = await readAnalyses(database, call.id)
  if (items.some(({ state }) => state === 'done'))
    await auditReading({ user, transaction, now: now() }, call, 'analysis.read')
  return { items, ...(await findReadiness(database, call)) }
}
