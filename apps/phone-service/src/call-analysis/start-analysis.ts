import type { ResponseOf } from '@parley/contract'
import { type analyses, PhoneError, type PhoneErrorCode } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import type { RateLimit } from '@parley/server'
import { findVersion } from '../analysis-prompts/index.ts'
import { findAudibleCall, publishDetails } from '../call-log/index.ts'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { LiveService } from '../live/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findReadiness, insertRequest } from './request-analysis.ts'
import { readAnalyses } from './serialize-analysis.ts'

type StartAnalysis = typeof analyses.startAnalysis

/** Requests of a workspace: each costs money. */
const requestLimit: RateLimit = {
  name: 'phone-analyses',
  attempts: 30,
  windowMs: 10 * 60_000,
  kind: 'sliding',
}

const obstacleErrors = {
  'not-configured': 'ANALYSIS_NOT_CONFIGURED',
  'no-prompt': 'ANALYSIS_PROMPT_NOT_PUBLISHED',
  'no-transcript': 'TRANSCRIPT_NOT_FOUND',
  'transcript-incomplete': 'TRANSCRIPT_NOT_COMPLETE',
  'transcript-too-long': 'TRANSCRIPT_TOO_LONG',
  running: 'ANALYSIS_RUNNING',
  limit: 'ANALYSIS_LIMIT',
} as const satisfies Record<analyses.AnalysisObstacle, PhoneErrorCode>

/** Requests an analysis of a call by a version of the prompt, by default the latest one. */
export async function startAnalysis(
  services: Services & LiveService,
  { user, params, body, transaction }: PhoneRequest<StartAnalysis>,
): Promise<ResponseOf<StartAnalysis>> {
  const { database, live, rateLimits } = services
  const call = await findAudibleCall(database, user, params.call)
  if (!call) throw new PhoneError('RECORDING_NOT_FOUND')
  const { obstacle, latestVersion } = await findReadiness(database, call)
  if (obstacle !== null) throw new PhoneError(obstacleErrors[obstacle])
  const version = body.version ?? required(latestVersion, 'the latest version')
  if (!(await findVersion(database, call.workspaceId, version)))
    throw new PhoneError('ANALYSIS_PROMPT_VERSION_NOT_FOUND')
  await requireDatabaseSpace(services)
  const verdict = await rateLimits.consume(requestLimit, user.workspaceId)
  if (!verdict.isAllowed)
    throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds })
  const requestedBy = { userId: user.userId, name: user.displayName ?? user.primaryEmail }
  const { id: callId, workspaceId } = call
  await transaction(async (changes) => {
    const requestedAt = services.now()
    await insertRequest(changes, { callId, workspaceId, version, requestedBy, requestedAt })
    await changes.audit('analysis.requested', { type: 'call', id: callId }, { version })
  })
  publishDetails(live, [call])
  const [latest] = await readAnalyses(database, callId)
  if (!latest) throw new PhoneError('TRANSCRIPT_NOT_FOUND')
  return latest
}
