import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

interface ApiKeys {
  id: string
  project_id: string
  user_id: string | null
  team_id: string | null
  /** The member who created a team key; null if a server created it or the member left. */
  creator_id: string | null
  description: string
  is_public: boolean
  key_hash: string
  last_four: string
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
}

interface Images {
  id: string
  project_id: string
  folder: string
  format: 'png' | 'jpg' | 'gif' | 'webp'
  bytes: Buffer
  created_at: Date
}

/** A count without pending changes. */
interface Counters {
  project_id: string
  name: string
  count: string
}

interface CounterChanges {
  project_id: string
  name: string
  difference: string
}

interface AiMessages {
  id: Generated<string>
  project_id: string
  thread_id: string
  /** Owner of the project, or the project when it had none; null for messages from before this column. */
  owner_id: string | null
  message: ColumnType<unknown, string, string>
  size: GeneratedAlways<number>
  created_at: Date
}

/** API keys, images, counters and AI chat messages. */
export interface ToolTables {
  api_keys: ApiKeys
  images: Images
  counters: Counters
  counter_changes: CounterChanges
  /** View of counts and pending changes; the sum per name is the current count. */
  counts: Counters
  ai_messages: AiMessages
}
