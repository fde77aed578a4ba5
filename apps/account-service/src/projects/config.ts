import { z } from 'zod'

const permissionIds = z.array(z.string())

/** What the owner of a project decides. Stored as one document; what a document lacks is as the defaults say. */
export const projectConfig = z.object({
  allow_localhost: z.boolean().default(true),
  sign_up_enabled: z.boolean().default(true),
  credential_enabled: z.boolean().default(true),
  magic_link_enabled: z.boolean().default(false),
  passkey_enabled: z.boolean().default(false),
  client_team_creation_enabled: z.boolean().default(false),
  client_user_deletion_enabled: z.boolean().default(false),
  allow_user_api_keys: z.boolean().default(false),
  allow_team_api_keys: z.boolean().default(false),
  create_team_on_sign_up: z.boolean().default(false),
  /** Where callbacks may lead: an origin, and a path that theirs must lie under. */
  domains: z.array(z.object({ domain: z.string(), handler_path: z.string() })).default([]),
  team_creator_default_permissions: permissionIds.default(['team_admin']),
  team_member_default_permissions: permissionIds.default(['team_member']),
})

export type ProjectConfig = z.infer<typeof projectConfig>

/** A tenant: its users, teams and keys have nothing to do with those of another. */
export interface Project {
  /** A UUID, or `internal`. */
  readonly id: string
  readonly displayName: string
  readonly config: ProjectConfig
}
