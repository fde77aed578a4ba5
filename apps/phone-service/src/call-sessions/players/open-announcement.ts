import type { AnnouncementName, PlayerSource } from '@parley/call-engine'
import { type AnnouncementRequest, findOwnAudio } from '../../announcements/index.ts'
import { type AnnouncementDeps, findAnnouncement } from './find-announcement.ts'

/** The audio of an announcement, or music. Disposed after the players that play it have been added. */
export interface OpenAudio extends AsyncDisposable {
  readonly source: PlayerSource
  /** The uploaded announcement; null for that of Parley, and for a greeting. */
  readonly announcementId: string | null
}

/**
 * Opens an announcement of Parley, or the audio that the workspace or a user has uploaded to be played instead.
 * Callers hear the announcement of Parley when the uploaded audio cannot be read.
 */
export async function openAnnouncement(
  parts: AnnouncementDeps,
  name: AnnouncementName,
  preferred: Pick<AnnouncementRequest, 'greetingUserId' | 'announcementId'> = {},
): Promise<OpenAudio> {
  const uploaded = await openUploaded(parts, { ...preferred, name })
  if (uploaded) return uploaded
  return withoutFile({ kind: 'announcement', announcement: await findAnnouncement(parts, name) })
}

/** Opens the music on hold: that of the workspace, or of Parley when there is none, or it cannot be read. */
export async function openHoldMusic(parts: AnnouncementDeps): Promise<OpenAudio> {
  return (await openUploaded(parts, { name: 'hold-music' })) ?? withoutFile({ kind: 'hold-music' })
}

async function openUploaded(
  { deps, record }: AnnouncementDeps,
  request: Omit<AnnouncementRequest, 'workspaceId'>,
): Promise<OpenAudio | null> {
  try {
    const { workspaceId } = record.stored
    const audio = await findOwnAudio(deps, { ...request, workspaceId })
    const opened = audio && (await deps.audioFiles.open(audio))
    if (!opened) return null
    const { file } = opened
    return {
      source: { kind: 'file', file },
      announcementId: audio.announcementId,
      [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
    }
  } catch (error) {
    deps.log.error('announcement.not_read', { callId: record.id, error })
    return null
  }
}

function withoutFile(source: PlayerSource): OpenAudio {
  return { source, announcementId: null, [Symbol.asyncDispose]: async () => {} }
}
