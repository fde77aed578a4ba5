import { type DatabaseServer, findDatabaseProblem, isDiskFull } from '@parley/server'
import { createPasswordHashing, type PasswordService } from './auth/password/hashes/index.ts'
import { type AccessTokenService, createAccessTokens } from './auth/sessions/tokens/index.ts'
import { createSandbox, type Sandbox, type SandboxService } from './email/sandbox/index.ts'
import { createOpenProviders, type ProviderService } from './oauth/providers/index.ts'
import { type AccountTables, accountsSchema } from './platform/database/index.ts'
import type { DatabaseDiskService, DatabaseLoadService } from './platform/request-context/index.ts'
import { createOwnerLookup } from './projects/index.ts'
import type { Services } from './services.ts'

/** The dependencies of all operations. */
export interface AccountServices
  extends Services,
    PasswordService,
    AccessTokenService,
    SandboxService,
    ProviderService,
    DatabaseLoadService,
    DatabaseDiskService {
  /** Returns a message when the database is unavailable; null when it is healthy. */
  readonly findDatabaseProblem: () => Promise<string | null>
}

/** The input of {@link createServices}. */
export interface ServiceDependencies extends Omit<Services, 'database' | 'findOwnerId'> {
  readonly server: DatabaseServer
  /** Created by default. */
  readonly sandbox?: Sandbox
}

export async function createServices(foundations: ServiceDependencies): Promise<AccountServices> {
  const { server, jobs, rateLimits, secrets, log, options, now } = foundations
  const database = server.schema<AccountTables>(accountsSchema)
  const findOwnerId = createOwnerLookup(database)
  return {
    database,
    jobs,
    rateLimits,
    secrets,
    log,
    options,
    now,
    findOwnerId,
    passwords: await createPasswordHashing(options.passwordCost, { ...options.passwordQueue, findOwnerId }),
    openProvider: createOpenProviders({ options, now }),
    accessTokens: createAccessTokens({ database, secrets, now, options }),
    sandbox: foundations.sandbox ?? createSandbox({ findOwnerId }),
    getDatabaseLoad: () => ({ waiting: server.pool.waitingCount, max: server.pool.options.max }),
    isDatabaseDiskFull: async () =>
      server.directory !== null && (await isDiskFull(server.directory, options.minFreeDiskBytes)),
    findDatabaseProblem: () => findDatabaseProblem(server),
  }
}
