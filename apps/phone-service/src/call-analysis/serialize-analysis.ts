import type { analyses } from '@parley/contract/phone'
import type { StoredSource } from '../database/tables/transcript-tables.ts'
import { findAudioStart } from '../recordings/index.ts'
import type { Services } from '../services.ts'
import { listAnalyses, listItems, type StoredAnalysis, type StoredItem } from './records/index.ts'

/** Returns the analyses of a call with their action items, the latest first. */
export async function readAnalyses(
  database: Services['database'],
  callId: string,
): Promise<analyses.Analysis[]> {
  const stored = await listAnalyses(database, callId)
  const items = await listItems(
    database,
    stored.map(({ id }) => id),
  )
  // It is null only while the recordings of the call are being deleted, with their analyses.
  const audioStart = (await findAudioStart(database, callId)) ?? new Date(0)
  const itemsByAnalysis = Map.groupBy(items, ({ analysisId }) => analysisId)
  return stored.map((each) => serializeAnalysis(each, itemsByAnalysis.get(each.id) ?? [], audioStart))
}

function serializeAnalysis(
  stored: StoredAnalysis,
  items: readonly StoredItem[],
  audioStart: Date,
): analyses.Analysis {
  const { id, version, requestedByName, requestedAt, problem, isTaken, dueAt, result } = stored
  const state = toState(stored)
  return {
    id,
    state,
    version,
    requestedAt: requestedAt.getTime(),
    requestedByName,
    problem: toProblem(problem),
    retriesAt: state === 'running' && problem !== null && !isTaken ? dueAt.getTime() : null,
    model: result?.model ?? null,
    host: result?.host ?? null,
    completedAt: result?.completedAt.getTime() ?? null,
    tookMs: result?.tookMs ?? null,
    inputTokens: result?.inputTokens ?? null,
    outputTokens: result?.outputTokens ?? null,
    statements: (result?.statements ?? []).map(({ text, sources }) => ({
      text,
      sources: serializeSources(sources, audioStart),
    })),
    fields: (result?.fields ?? []).map((field) => ({ ...field })),
    actionItems: items.map((item) => serializeItem(item, audioStart)),
  }
}

export function serializeItem(item: StoredItem, audioStart: Date): analyses.ActionItem {
  const { id, text, owner, dueOn, sources, done, edited } = item
  return {
    id,
    text,
    owner: owner && { ...owner },
    dueOn,
    sources: serializeSources(sources, audioStart),
    done: done && { at: done.at.getTime(), byName: done.byName },
    edited: edited && { at: edited.at.getTime(), byName: edited.byName },
  }
}

export function serializeSources(sources: readonly StoredSource[], audioStart: Date) {
  return sources.map(({ startsAt, endsAt }) => ({
    startMs: startsAt - audioStart.getTime(),
    endMs: endsAt - audioStart.getTime(),
  }))
}

function toState({ state, attempts }: StoredAnalysis): analyses.Analysis['state'] {
  if (state !== 'waiting') return state
  return attempts > 0 ? 'running' : 'queued'
}

/** Only this program writes the problems. */
function toProblem(stored: string | null): analyses.Analysis['problem'] {
  return stored as analyses.Analysis['problem']
}
