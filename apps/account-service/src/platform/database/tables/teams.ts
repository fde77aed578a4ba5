import type { Json } from '../json.ts'

interface Teams {
  id: string
  project_id: string
  display_name: string
  profile_image_url: string | null
  client_metadata: Json
  client_read_only_metadata: Json
  server_metadata: Json
  created_at: Date
}

interface TeamMemberships {
  project_id: string
  team_id: string
  user_id: string
  created_at: Date
  display_name: string | null
  profile_image_url: string | null
}

interface TeamInvitations {
  id: string
  project_id: string
  team_id: string
  recipient_email: string
  inviter_id: string | null
  created_at: Date
  expires_at: Date
}

interface PermissionDefinitions {
  project_id: string
  id: string
  scope: 'team' | 'project'
  description: string | null
  contained_permission_ids: string[]
}

interface TeamPermissionGrants {
  project_id: string
  team_id: string
  user_id: string
  permission_id: string
}

interface ProjectPermissionGrants {
  project_id: string
  user_id: string
  permission_id: string
}

/** Teams, memberships, invitations and permissions. */
export interface TeamTables {
  teams: Teams
  team_memberships: TeamMemberships
  team_invitations: TeamInvitations
  permission_definitions: PermissionDefinitions
  team_permission_grants: TeamPermissionGrants
  project_permission_grants: ProjectPermissionGrants
}
