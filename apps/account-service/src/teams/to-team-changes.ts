import type { teams } from '@parley/contract/account'
import type { z } from 'zod'
import type { TeamChanges } from './records/index.ts'

/** A client sends only some of the fields. */
type TeamPatch = z.infer<typeof teams.updateTeam.serverSchema.body>

/** Converts what a request changes of a team. The image is stored by the caller. */
export function toTeamChanges(
  patch: Omit<TeamPatch, 'profile_image_url'>,
  profileImageUrl: string | null | undefined,
): TeamChanges {
  return {
    displayName: patch.display_name,
    profileImageUrl,
    clientMetadata: patch.client_metadata,
    clientReadOnlyMetadata: patch.client_read_only_metadata,
    serverMetadata: patch.server_metadata,
  }
}
