import type { AnnouncementName } from '@parley/call-engine'
import { announcements } from '@parley/contract/phone'
import type { Services } from '../services.ts'
import { findAnnouncementAudio, findReplacementAudio } from './records/announcements.ts'
import { findStoredGreetingAudio } from './records/greetings.ts'

/** The announcement, or the music on hold, that a player is about to play in a call of a workspace. */
export interface AnnouncementRequest {
  readonly workspaceId: string
  readonly name: AnnouncementName | 'hold-music'
  /** The user whose own greeting is preferred. */
  readonly greetingUserId?: string | null
  /** The announcement of the workspace that is preferred. */
  readonly announcementId?: string | null
}

/**
 * Returns the audio that a workspace, or one of its users, has uploaded to be played instead of an announcement
 * of Parley: a WAV file. Null when there is none.
 */
export async function findOwnAudio(
  { database }: Pick<Services, 'database'>,
  { workspaceId, name, greetingUserId, announcementId }: AnnouncementRequest,
): Promise<Buffer | null> {
  const greeting = greetingUserId ? await findStoredGreetingAudio(database, greetingUserId) : null
  if (greeting) return greeting
  const chosen = announcementId
    ? await findAnnouncementAudio(database, { workspaceId, id: announcementId })
    : null
  if (chosen) return chosen
  const replaceable = announcements.replaceableAnnouncement.safeParse(name)
  return replaceable.success ? await findReplacementAudio(database, workspaceId, replaceable.data) : null
}
