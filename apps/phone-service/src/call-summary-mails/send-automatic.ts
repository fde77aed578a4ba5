import { listCompleteAnalyses, readAnalyses } from '../call-analysis/index.ts'
import { findCall, type StoredCall } from '../call-log/index.ts'
import { findUserSettings } from '../user-settings/records/index.ts'
import { hasMailServer, listSummaryRules, type MailRules } from '../workspace-mail/index.ts'
import { createSummary } from './create-summary.ts'
import { insertHandledAnalysis, listHandledAnalyses } from './records/sent-summaries.ts'
import { type SummaryReader, selectReaders } from './select-readers.ts'
import { type SummaryMailDeps, sendSummary } from './send-summary.ts'

/** An e-mail that could not be sent for so long is of no use. */
const maxAgeMs = 24 * 60 * 60_000
const maxAnalyses = 2_000
/** Of one workspace, before the turn of the next one. */
const analysesPerTurn = 20
/** After so many failures of a workspace, the next run tries again. */
const maxFailures = 3

/**
 * Sends complete analyses to the members whom the rules of their workspaces name, in turns of the workspaces. Returns
 * whether some are left for the next run.
 */
export async function sendAutomaticSummaries(deps: SummaryMailDeps): Promise<boolean> {
  let areLeft = false
  for (const rules of await listSummaryRules(deps.database))
    if ((await sendOfWorkspace(deps, rules)) === 'more') areLeft = true
  return areLeft
}

async function sendOfWorkspace(deps: SummaryMailDeps, rules: MailRules): Promise<'more' | 'done'> {
  const { database, log } = deps
  const { workspaceId, summariesSince } = rules
  if (!(await hasMailServer(database, workspaceId))) return 'done'
  const earliest = new Date(deps.now().getTime() - maxAgeMs)
  const since = summariesSince > earliest ? summariesSince : earliest
  const complete = await listCompleteAnalyses(database, { workspaceId, since, max: maxAnalyses })
  const ids = complete.map(({ id }) => id)
  const handled = await listHandledAnalyses(database, workspaceId, ids)
  const unhandled = complete.filter(({ id }) => !handled.has(id))
  let failures = 0
  for (const analysis of unhandled.slice(0, analysesPerTurn)) {
    await sendAnalysis(deps, rules, analysis).catch((error) => {
      log.warn('call_summary.failed', { workspaceId, error })
      failures += 1
    })
    if (failures >= maxFailures) return 'done'
  }
  return failures === 0 && unhandled.length > analysesPerTurn ? 'more' : 'done'
}

async function sendAnalysis(
  deps: SummaryMailDeps,
  rules: MailRules,
  { id: analysisId, callId }: { readonly id: string; readonly callId: string },
): Promise<void> {
  const { database } = deps
  const { workspaceId } = rules
  const call = await findCall(database, workspaceId, callId)
  const analysis = (await readAnalyses(database, callId)).find(({ id }) => id === analysisId)
  if (!call || !analysis) return
  for (const { userId } of await chooseReaders(deps, rules, call)) {
    const user = await deps.authentication.accountUsers.find(userId, deps.now())
    const workspace = user?.workspaces.find(({ id }) => id === workspaceId)
    if (!workspace) continue
    const { timeZone } = await findUserSettings(database, userId)
    const { displayName: workspaceName } = workspace
    const input = { call, analysis, workspaceName, senderName: null, timeZone }
    const summary = await createSummary(deps, input)
    await sendSummary(deps, { call, analysisId, userId, summary, senderId: null })
  }
  await insertHandledAnalysis(database, { analysisId, workspaceId }, deps.now())
}

/** Returns the members whom the rules name and who may read the analyses of a call. */
async function chooseReaders(
  deps: SummaryMailDeps,
  { workspaceId, summaries, summaryMemberIds }: MailRules,
  call: StoredCall,
): Promise<SummaryReader[]> {
  const members = await deps.authentication.workspaceMembers.listAll(workspaceId)
  const readers = await selectReaders(deps, call, members)
  return readers.filter(({ userId, wasInCall, isAdministrator }) => {
    if (summaries === 'user') return wasInCall
    if (summaries === 'administrators') return isAdministrator
    return summaries === 'members' && summaryMemberIds.includes(userId)
  })
}
