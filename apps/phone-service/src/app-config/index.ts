import { me } from '@parley/contract/phone'
import type { ServePhone } from '../services.ts'

/** What the web application is told before anybody has signed in. */
export interface ClientConfig {
  readonly accountsUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
}

export function serveClientConfig(serve: ServePhone, config: ClientConfig): void {
  serve(me.getClientConfig, async () => config)
}
