import type { teams } from '@parley/contract/account'
import type { z } from 'zod'
import type { TeamRecord } from './teams.ts'

/** Serializes a team for server access; the contract strips fields for clients. */
export function serializeTeam(
  team: Pick<
    TeamRecord,
    | 'id'
    | 'display_name'
    | 'profile_image_url'
    | 'client_metadata'
    | 'client_read_only_metadata'
    | 'server_metadata'
    | 'created_at'
  >,
): z.infer<typeof teams.serverTeam> {
  return {
    id: team.id,
    display_name: team.display_name,
    profile_image_url: team.profile_image_url,
    client_metadata: team.client_metadata,
    client_read_only_metadata: team.client_read_only_metadata,
    server_metadata: team.server_metadata,
    created_at_millis: team.created_at.getTime(),
  }
}
