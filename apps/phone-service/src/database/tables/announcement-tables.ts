import type { AnnouncementLanguage } from '@parley/call-engine'
import type { announcements } from '@parley/contract/phone'

/** Audio that workspaces and users have uploaded: WAV files, 16-bit mono PCM. */
export interface AnnouncementTables {
  announcements: AnnouncementsTable
  announcement_replacements: AnnouncementReplacementsTable
  announcements_in_routing: AnnouncementsInRoutingTable
  greetings: GreetingsTable
  recording_announcements: RecordingAnnouncementsTable
}

interface AnnouncementsTable {
  id: string
  workspace_id: string
  name: string
  duration_ms: number
  audio: Buffer
  created_at: Date
  created_by_name: string | null
  /** Null: uploaded before this was stored. */
  uploaded_by: string | null
}

/** The announcement that a workspace plays instead of one of Parley. */
interface AnnouncementReplacementsTable {
  workspace_id: string
  name: announcements.ReplaceableAnnouncement
  announcement_id: string
}

/** An announcement that the routing of its workspace uses. */
interface AnnouncementsInRoutingTable {
  workspace_id: string
  announcement_id: string
}

/** The voicemail greeting of a user. */
interface GreetingsTable {
  user_id: string
  duration_ms: number
  audio: Buffer
  created_at: Date
}

/** The announcement that a call is recorded, to one leg. */
interface RecordingAnnouncementsTable {
  /** The id of the player. */
  id: string
  call_id: string
  workspace_id: string
  leg_id: string
  /** The uploaded announcement, which may have been deleted since; null for that of Parley. */
  announcement_id: string | null
  language: AnnouncementLanguage | null
  /** The hash of the audio file, in hex. */
  sha256: string | null
  started_at: Date
  ended_at: Date | null
  outcome: 'played' | 'interrupted' | 'failed' | null
}
