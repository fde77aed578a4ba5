import type { announcements } from '@parley/contract/phone'

/** Audio that workspaces and users have uploaded: WAV files, 16-bit mono PCM. */
export interface AnnouncementTables {
  announcements: AnnouncementsTable
  announcement_replacements: AnnouncementReplacementsTable
  announcements_in_routing: AnnouncementsInRoutingTable
  greetings: GreetingsTable
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
