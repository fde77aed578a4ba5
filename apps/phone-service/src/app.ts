import {
  createHttpApp,
  type HttpAppOptions,
  logUndeclared,
  type ServeOptions,
  serveHealth,
} from '@parley/server/http'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serveTo } from './access/index.ts'
import { type ClientConfig, serveClientConfig } from './app-config/index.ts'
import { serveCallLog } from './call-log/index.ts'
import { serveCalls } from './calls/index.ts'
import { serveContacts } from './contacts/index.ts'
import { serveLimits } from './limits/index.ts'
import { serveNumbers } from './numbers/index.ts'
import { serveRecordings } from './recordings/index.ts'
import type { ServePhone, Services } from './services.ts'
import { serveTrunks } from './trunks/index.ts'

/** One line for each feature. A feature that is not here is not served. */
const features: readonly ((serve: ServePhone, services: Services) => void)[] = [
  serveNumbers,
  serveCalls,
  serveCallLog,
  serveRecordings,
  serveContacts,
  serveTrunks,
  serveLimits,
]

export interface AppOptions {
  readonly http: HttpAppOptions
  readonly client: ClientConfig
  /** What happens when an operation answers with an error that its endpoint does not declare; logged when left out. */
  readonly onUndeclared?: ServeOptions<object>['onUndeclared']
}

/** Makes the phone's API. */
export function createApp(services: Services, options: AppOptions): FastifyInstance {
  const app = createHttpApp(options.http)
  const serve = serveTo(app, services.access, options.onUndeclared ?? logUndeclared(services.log))
  serveClientConfig(serve, options.client)
  for (const serveFeature of features) serveFeature(serve, services)
  serveHealth(app, async () => {
    await sql`select 1`.execute(services.database)
  })
  return app
}
