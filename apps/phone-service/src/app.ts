import {
  createHttpApp,
  type HttpAppOptions,
  logUndeclaredErrors,
  type RouterOptions,
  serveHealth,
} from '@parley/server/http'
import type { FastifyInstance } from 'fastify'
import { serveCallLog } from './call-log/index.ts'
import { serveCalls } from './calls/index.ts'
import { type ClientConfig, serveClientConfig } from './client-config/index.ts'
import { serveContacts } from './contacts/index.ts'
import { serveLimits } from './limits/index.ts'
import { serveLive } from './live/index.ts'
import { serveNumbers } from './numbers/index.ts'
import { serveRecordings } from './recordings/index.ts'
import { createPhoneRouter } from './request-context/index.ts'
import type { PhoneRouter, Services } from './services.ts'
import { serveTrunks } from './trunks/index.ts'
import { serveWebApp, type WebAppOptions } from './web-app/index.ts'

/** Every module with endpoints. */
const features: readonly ((serve: PhoneRouter, services: Services) => void)[] = [
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
  /** The web application, served at all other paths; null to serve the API alone. */
  readonly webApp: WebAppOptions | null
  /** Returns a sentence about why the database is unavailable, or null when it is available. */
  readonly findDatabaseProblem: () => Promise<string | null>
  /** Called when a handler throws an error that its endpoint does not declare. Default: the error is logged. */
  readonly onUndeclaredError?: RouterOptions<object>['onUndeclaredError']
}

/** Creates the HTTP application of the phone: API, live socket, health endpoint and web application. */
export async function createApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const app = createHttpApp(options.http)
  const serve = createPhoneRouter(
    app,
    services.authentication,
    options.onUndeclaredError ?? logUndeclaredErrors(services.log),
  )
  serveClientConfig(serve, options.client)
  for (const serveFeature of features) serveFeature(serve, services)
  serveHealth(app, options.findDatabaseProblem)
  await serveLive(app, services, options.isOwnOrigin)
  if (options.webApp) await serveWebApp(app, options.webApp)
  return app
}
