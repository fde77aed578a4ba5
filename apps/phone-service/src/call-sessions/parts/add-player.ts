import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EngineError, type PlayerSource } from '@parley/call-engine'
import { type AnnouncementRequest, findOwnAudio } from '../../announcements/index.ts'
import type { CallPlayer } from '../../call-state/index.ts'
import type { CallConference } from './call-conference.ts'
import type { CallDeps, CallRecord } from './call-record.ts'

interface PlayerDeps {
  readonly deps: Pick<CallDeps, 'now' | 'database' | 'log'>
  readonly record: CallRecord
  readonly conference: CallConference
}

interface PlayerOptions {
  readonly stopOnDigit?: boolean
  /** Whose audio is preferred to that of an announcement. */
  readonly preferred?: Pick<AnnouncementRequest, 'greetingUserId' | 'announcementId'>
}

/**
 * Adds a player to a call and returns the id of its leg. It is stored before the engine adds it: after a crash
 * none is unknown. An announcement that the workspace has replaced is played from its own audio.
 *
 * @throws {EngineError}
 */
export async function addPlayer(
  parts: PlayerDeps,
  { plays, to }: Omit<CallPlayer, 'id'>,
  source: PlayerSource,
  { stopOnDigit = false, preferred = {} }: PlayerOptions = {},
): Promise<string> {
  const { deps, record, conference } = parts
  const legId = randomUUID()
  if (!conference.current) throw new EngineError('conference-closed')
  await using replacement =
    source.kind === 'announcement' ? await openOwnAudio(parts, source, preferred) : null
  await record.apply({ type: 'player-added', at: deps.now().getTime(), player: { id: legId, plays, to } })
  const current = conference.current
  if (!current) throw new EngineError('conference-closed')
  await current.addPlayer({
    legId,
    source: replacement ? { kind: 'file', file: replacement.path } : source,
    to,
    stopOnDigit,
  })
  return legId
}

/**
 * Writes the workspace's own audio to a file, which a player reads when it is added. Null when there is none, and
 * when it cannot be read: callers hear the announcement of Parley then.
 */
async function openOwnAudio(
  { deps, record }: PlayerDeps,
  { announcement }: Extract<PlayerSource, { kind: 'announcement' }>,
  preferred: PlayerOptions['preferred'],
) {
  try {
    const { workspaceId } = record.stored
    const audio = await findOwnAudio(deps, { ...preferred, workspaceId, name: announcement.name })
    if (!audio) return null
    const directory = await mkdtemp(join(tmpdir(), 'parley-announcement-'))
    const path = join(directory, 'audio.wav')
    await writeFile(path, audio, { mode: 0o600 })
    return { path, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) }
  } catch (error) {
    deps.log.error('announcement.not_read', { callId: record.id, error })
    return null
  }
}
