import type { ColumnType, Generated } from 'kysely'

interface Projects {
  id: string
  display_name: string
  description: Generated<string>
  is_production_mode: Generated<boolean>
  config: ColumnType<unknown, string, string>
  settings: ColumnType<unknown, string | undefined, string>
  created_at: Date
}

interface ProjectKeySets {
  id: string
  project_id: string
  description: string
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  publishable_hash: string | null
  publishable_last_four: string | null
  secret_hash: string | null
  secret_last_four: string | null
  admin_hash: string | null
  admin_last_four: string | null
}

interface SigningKeys {
  id: string
  project_id: string
  public_jwk: ColumnType<unknown, string, string>
  sealed_private_jwk: string
  created_at: Date
}

interface SetUpLinks {
  only_one: Generated<boolean>
  token_hash: string
  expires_at: Date
  used_at: Date | null
}

/** Projects, their keys, and the link for the initial set-up. */
export interface ProjectTables {
  projects: Projects
  project_key_sets: ProjectKeySets
  signing_keys: SigningKeys
  set_up_links: SetUpLinks
}
