import type { DatabaseServer, Log, Secrets } from '@parley/server'
import type { Config } from '../config.ts'

/** Resources that the services of this process share. */
export interface AppResources {
  readonly config: Config
  readonly log: Log
  readonly server: DatabaseServer
  readonly secrets: Secrets
  /** Public origins. */
  readonly urls: { readonly phone: string; readonly accounts: string }
  readonly dataDirectory: string
  readonly onProgress: (sentence: string) => void
}
