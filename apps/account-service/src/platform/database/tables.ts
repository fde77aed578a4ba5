import type { AuditTables } from '@parley/server/audit'
import type { Kysely } from 'kysely'
import type { AuditOmissionTables } from './tables/audit.ts'
import type { EmailTables } from './tables/emails.ts'
import type { OauthTables } from './tables/oauth.ts'
import type { ProjectTables } from './tables/projects.ts'
import type { SessionTables } from './tables/sessions.ts'
import type { TeamTables } from './tables/teams.ts'
import type { ToolTables } from './tables/tools.ts'
import type { UserTables } from './tables/users.ts'
import type { WebhookTables } from './tables/webhooks.ts'

export type { AsJson, Json } from './json.ts'

/** Every table of the schema `accounts`. */
export interface AccountTables
  extends ProjectTables,
    UserTables,
    SessionTables,
    TeamTables,
    OauthTables,
    EmailTables,
    WebhookTables,
    AuditTables,
    AuditOmissionTables,
    ToolTables {}

/** A database handle for the account tables; a transaction fits too. */
export type Database = Kysely<AccountTables>
