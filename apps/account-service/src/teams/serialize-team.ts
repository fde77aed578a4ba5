import type { teams } from '@parley/contract/account'
import type { z } from 'zod'
import type { Team } from './records/index.ts'

/** Serializes a team for server access; the contract strips fields for clients. */
export function serializeTeam(team: Omit<Team, 'projectId'>): z.infer<typeof teams.serverTeam> {
  return {
    id: team.id,
    display_name: team.displayName,
    profile_image_url: team.profileImageUrl,
    client_metadata: team.clientMetadata,
    client_read_only_metadata: team.clientReadOnlyMetadata,
    server_metadata: team.serverMetadata,
    created_at_millis: team.createdAt.getTime(),
  }
}
