import {
  createHttpApp,
  type HttpAppOptions,
  logUndeclared,
  type ServeOptions,
  serveHealth,
} from '@parley/server/http'
import type { FastifyInstance } from 'fastify'
import { serveTo } from './access/index.ts'
import { type ClientConfig, serveClientConfig } from './app-config/index.ts'
import { serveCallLog } from './call-log/index.ts'
import { serveCalls } from './calls/index.ts'
import { serveContacts } from './contacts/index.ts'
import { serveLimits } from './limits/index.ts'
import { serveLive } from './live/index.ts'
import { serveNumbers } from './numbers/index.ts'
import { serveRecordings } from './recordings/index.ts'
import type { ServePhone, Services } from './services.ts'
import { serveTrunks } from './trunks/index.ts'
import { serveWebApp, type WebAppOptions } from './web-app/index.ts'

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
  /** Whether a page of this origin may open the live socket. */
  readonly isOwnOrigin: (origin: string) => boolean
  /** The web application that lies at all other addresses; null to serve the API alone. */
  readonly webApp: WebAppOptions | null
  /** What keeps the database from its work, in a sentence; null when nothing does. */
  readonly findDatabaseProblem: () => Promise<string | null>
  /** What happens when an operation answers with an error that its endpoint does not declare; logged when left out. */
  readonly onUndeclared?: ServeOptions<object>['onUndeclared']
}

/** Makes all that the phone answers: API, live socket, health, web application. Nothing is bound elsewhere. */
export async function createApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const app = createHttpApp(options.http)
  const serve = serveTo(app, services.access, options.onUndeclared ?? logUndeclared(services.log))
  serveClientConfig(serve, options.client)
  for (const serveFeature of features) serveFeature(serve, services)
  serveHealth(app, options.findDatabaseProblem)
  await serveLive(app, services, options.isOwnOrigin)
  if (options.webApp) await serveWebApp(app, options.webApp)
  return app
}
