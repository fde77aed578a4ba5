import type { DatabaseServer, Log, Secrets } from '@parley/server'
import type { Config } from './config.ts'

/** What the services of this process stand on. */
export interface Foundation {
  readonly config: Config
  readonly log: Log
  readonly server: DatabaseServer
  readonly secrets: Secrets
  /** Origins as browsers reach them. */
  readonly urls: { readonly phone: string; readonly accounts: string }
  readonly dataDirectory: string
  readonly onProgress: (sentence: string) => void
}
