import { type analyses, PhoneError } from '@parley/contract/phone'
import { readAnalyses } from '../call-analysis/index.ts'
import { findAudibleCall, type StoredCall } from '../call-log/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'

/**
 * Returns a call whose recording the user may play, and a complete analysis of it.
 *
 * @throws {PhoneError} `RECORDING_NOT_FOUND`, `ANALYSIS_NOT_FOUND`
 */
export async function findAnalysis(
  { database }: Pick<Services, 'database'>,
  user: CurrentUser,
  ids: { readonly call: string; readonly analysis: string },
): Promise<{ readonly call: StoredCall; readonly analysis: analyses.Analysis }> {
  const call = await findAudibleCall(database, user, ids.call)
  if (!call) throw new PhoneError('RECORDING_NOT_FOUND')
  const found = await readAnalyses(database, call.id)
  const analysis = found.find(({ id, state }) => id === ids.analysis && state === 'done')
  if (!analysis) throw new PhoneError('ANALYSIS_NOT_FOUND')
  return { call, analysis }
}
