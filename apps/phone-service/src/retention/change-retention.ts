import type { ResponseOf } from '@parley/contract'
import type { retention } from '@parley/contract/phone'
import { countExpiredCalls, type ExpiredKind } from '../call-log/index.ts'
import { type PhoneRequest, runSlowQueries } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import {
  findRetention,
  findRetentionLimits,
  type StoredRetention,
  saveRetentionRow,
} from './records/index.ts'

type GetRetention = typeof retention.getRetention
type PreviewRetention = typeof retention.previewRetention
type SaveRetention = typeof retention.saveRetention

/** An administrator who notices a mistake can correct it. */
const firstDelayMs = 60 * 60_000

const unlimited = { recordingDays: null, voicemailDays: null, transcriptDays: null, callDays: null }

export async function getRetention(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<GetRetention>,
): Promise<ResponseOf<GetRetention>> {
  return serializeRetention(await findRetention(database, user.workspaceId))
}

export async function previewRetention(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { user, body }: PhoneRequest<PreviewRetention>,
): Promise<ResponseOf<PreviewRetention>> {
  const { workspaceId } = user
  const limits = findRetentionLimits(body, now())
  return await runSlowQueries(database, user, async (limited) => {
    const count = async (kind: ExpiredKind) => {
      const endedBefore = limits[kind]
      if (!endedBefore) return { count: 0, oldestAt: null }
      const counted = await countExpiredCalls(limited, { workspaceId, kind, endedBefore })
      return { count: counted.count, oldestAt: counted.oldestAt?.getTime() ?? null }
    }
    return {
      recordings: await count('recordings'),
      voicemails: await count('voicemails'),
      transcripts: await count('transcripts'),
      calls: await count('calls'),
    }
  })
}

export async function saveRetention(
  services: Pick<Services, 'now'>,
  { user, body, transaction }: PhoneRequest<SaveRetention>,
): Promise<ResponseOf<SaveRetention>> {
  const { workspaceId } = user
  const dueAt = new Date(services.now().getTime() + firstDelayMs)
  const stored = { workspaceId, periods: body, dueAt }
  await transaction(async (changes) => {
    await saveRetentionRow(changes, stored)
    await changes.audit('retention.saved', { type: 'workspace', id: workspaceId }, { ...body })
  })
  return serializeRetention(stored)
}

function serializeRetention(stored: StoredRetention | null): retention.Retention {
  const periods = stored?.periods ?? unlimited
  const expires = Object.values(periods).some((days) => days !== null)
  return { periods, nextDeletionAt: stored && expires ? stored.dueAt.getTime() : null }
}
