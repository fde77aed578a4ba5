import type { AnnouncementName } from '@parley/call-engine'
import { announcements } from '@parley/contract/phone'
import type { Services } from '../services.ts'
import { findAnnouncementAudio, findReplacement, hasStoredAnnouncement } from './records/announcements.ts'
import { findStoredGreeting, findStoredGreetingAudio } from './records/greetings.ts'

/** The announcement, or the music on hold, that a player is about to play in a call of a workspace. */
export interface AnnouncementRequest {
  readonly workspaceId: string
  readonly name: AnnouncementName | 'hold-music'
  /** The user whose own greeting is preferred. */
  readonly greetingUserId?: string | null
  /** The announcement of the workspace that is preferred. */
  readonly announcementId?: string | null
}

/** Uploaded audio, a WAV file. */
export interface OwnAudio {
  /** Another one for each upload. */
  readonly version: string
  /** Null for a greeting. */
  readonly announcementId: string | null
  /** Returns null when it has been deleted meanwhile. */
  readonly read: () => Promise<Buffer | null>
}

/**
 * Returns the audio that a workspace, or one of its users, has uploaded to be played instead of an announcement
 * of Parley. Null when there is none.
 */
export async function findOwnAudio(
  { database }: Pick<Services, 'database'>,
  { workspaceId, name, greetingUserId, announcementId }: AnnouncementRequest,
): Promise<OwnAudio | null> {
  const greeting = greetingUserId ? await findStoredGreeting(database, greetingUserId) : null
  if (greeting && greetingUserId)
    return {
      version: `greeting-${greetingUserId}-${greeting.createdAt.getTime()}-${greeting.durationMs}`,
      announcementId: null,
      read: () => findStoredGreetingAudio(database, greetingUserId),
    }
  const chosen = announcementId ? { workspaceId, id: announcementId } : null
  if (chosen && (await hasStoredAnnouncement(database, chosen))) return toOwnAudio(database, chosen)
  const replaceable = announcements.replaceableAnnouncement.safeParse(name)
  const id = replaceable.success ? await findReplacement(database, workspaceId, replaceable.data) : null
  return id === null ? null : toOwnAudio(database, { workspaceId, id })
}

/** The audio of an announcement never changes. */
function toOwnAudio(
  database: Services['database'],
  key: { readonly workspaceId: string; readonly id: string },
): OwnAudio {
  return {
    version: `announcement-${key.id}`,
    announcementId: key.id,
    read: () => findAnnouncementAudio(database, key),
  }
}
