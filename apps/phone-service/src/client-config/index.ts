import { me } from '@parley/contract/phone'
import type { PhoneRouter } from '../services.ts'

/** Configuration of the web application, public because the application needs it before sign-in. */
export interface ClientConfig {
  readonly accountsUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
}

export function serveClientConfig(serve: PhoneRouter, config: ClientConfig): void {
  serve(me.getClientConfig, async () => config)
}
