import type { routing } from '@parley/contract/phone'
import type { JSONColumnType } from 'kysely'

/** Rows about what happens to incoming calls. */
export interface RoutingTables {
  group_turns: GroupTurnsTable
  routing_configurations: RoutingConfigurationsTable
}

interface RoutingConfigurationsTable {
  workspace_id: string
  /** Increased with each save. */
  version: number
  configuration: JSONColumnType<routing.RoutingConfiguration>
  updated_at: Date
  /** The administrator who saved it; null for one saved before this was stored. */
  saved_by: string | null
}

/** The member of a group for whom the last call rang. */
interface GroupTurnsTable {
  workspace_id: string
  group_id: string
  user_id: string
}
