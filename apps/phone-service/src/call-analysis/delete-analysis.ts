import type { ResponseOf } from '@parley/contract'
import { type analyses, PhoneError } from '@parley/contract/phone'
import { findAudibleCall, publishDetails } from '../call-log/index.ts'
import type { LiveService } from '../live/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { lockTranscription, saveAnalysisDeletion } from '../transcription/records/index.ts'
import { deleteSummariesOfAnalysis } from '../workspace-mail/records/index.ts'
import { deleteAnalysisRow } from './records/index.ts'

type DeleteAnalysis = typeof analyses.deleteAnalysis

/** Deletes an analysis in any state. The answer to one that runs is not saved. */
export async function deleteAnalysis(
  { database, live, now }: Services & LiveService,
  { user, params, transaction }: PhoneRequest<DeleteAnalysis>,
): Promise<ResponseOf<DeleteAnalysis>> {
  const call = await findAudibleCall(database, user, params.call)
  if (!call) throw new PhoneError('RECORDING_NOT_FOUND')
  await transaction(async (changes) => {
    await lockTranscription(changes, call.id)
    const version = await deleteAnalysisRow(changes, call.id, params.analysis)
    if (version === null) throw new PhoneError('ANALYSIS_NOT_FOUND')
    await saveAnalysisDeletion(changes, call.id, now())
    // Those that wait for the mail server contain it.
    await deleteSummariesOfAnalysis(changes, { callId: call.id, analysisId: params.analysis })
    const details = { analysis: params.analysis, version }
    await changes.audit('analysis.deleted', { type: 'call', id: call.id }, details)
  })
  publishDetails(live, [call])
  return { success: true }
}
