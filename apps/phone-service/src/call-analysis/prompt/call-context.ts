import type { Call } from '@parley/contract/phone'
import { listCommentPage } from '../../call-comments/records/index.ts'
import { type ActiveCallService, type StoredCall, serializeCall, toAnyMember } from '../../call-log/index.ts'
import { findMetrics } from '../../call-metrics/records/index.ts'
import { findContact } from '../../contacts/index.ts'
import { findLanguage } from '../../limits/index.ts'
import { findAudioStart } from '../../recordings/index.ts'
import type { Services } from '../../services.ts'
import { type NumberedLine, readLines } from './numbered-lines.ts'

type Deps = Pick<Services, 'database' | 'directory' | 'settings'> & ActiveCallService

/** A participant, as the members of the workspace see them together. */
export interface Participant {
  readonly legId: string
  /** The id of a member; null for others. */
  readonly userId: string | null
  readonly name: string
}

/** All that a model may learn about a call. */
export interface CallContext {
  readonly direction: Call['direction']
  /** The language of the workspace, as BCP 47 tag. */
  readonly locale: string
  /** The day of the call in UTC, such as `2026-12-04`. */
  readonly day: string
  readonly participants: readonly Participant[]
  readonly contact: string
  readonly notes: string
  readonly metrics: string
  readonly lines: readonly NumberedLine[]
}

const maxComments = 50
const maxNotesLength = 20_000
const unknownName = '?'

/** @throws {ProviderError} `text-too-long` */
export async function collectContext(deps: Deps, call: StoredCall): Promise<CallContext> {
  const { database } = deps
  // An analysis is read by others than the one who requested it.
  const viewer = toAnyMember(call.workspaceId)
  const view = await serializeCall(deps, viewer, call)
  const participants = view.legs.map(({ id: legId, userId, name, number }) => ({
    legId,
    userId,
    name: name ?? number ?? unknownName,
  }))
  const names = new Map(participants.map(({ legId, name }) => [legId, name]))
  const audioStart = await findAudioStart(database, call.id)
  const comments = await listCommentPage(database, call.id, { after: null, limit: maxComments })
  const notes = [call.notes, ...comments.map(({ userName, text }) => `${userName ?? unknownName}: ${text}`)]
  return {
    direction: view.direction,
    locale: await findLanguage(deps, call.workspaceId),
    day: new Date(view.startedAt).toISOString().slice(0, 10),
    participants,
    contact: await describeContact(deps, viewer, view.contactId),
    notes: notes
      .filter((text) => text !== '')
      .join('\n')
      .slice(0, maxNotesLength),
    metrics: await describeMetrics(deps, call.id, names),
    lines: await readLines(database, call.id, {
      audioStart: audioStart ?? new Date(view.startedAt),
      names,
      unknownName,
    }),
  }
}

async function describeContact(
  { database }: Deps,
  viewer: { readonly workspaceId: string; readonly userId: string },
  contactId: string | null,
): Promise<string> {
  const contact = contactId === null ? null : await findContact(database, viewer, contactId)
  if (!contact) return ''
  const { name, company, role, tags, notes } = contact
  return [name, role, company, tags.join(', '), notes]
    .filter((text) => text !== '')
    .join('\n')
    .slice(0, maxNotesLength)
}

async function describeMetrics(
  { database }: Deps,
  callId: string,
  names: ReadonlyMap<string, string>,
): Promise<string> {
  const metrics = (await findMetrics(database, callId))?.metrics
  if (!metrics) return ''
  const toSeconds = (ms: number) => `${Math.round(ms / 1_000)} s`
  const lines = metrics.participants.map(({ legIds, talkMs, talkShare, interruptions }) => {
    const name = names.get(legIds[0] ?? '') ?? unknownName
    return `${name}: talks ${toSeconds(talkMs)} (${Math.round(talkShare * 100)} %), interrupts ${interruptions} times`
  })
  return [
    `Length: ${toSeconds(metrics.durationMs)}`,
    `Silence: ${toSeconds(metrics.silence.totalMs)}`,
    ...lines,
  ].join('\n')
}
