import { createEmbeddedEngine } from '@parley/call-engine'
import { openDatabase } from '@parley/server'
import { createPhoneService } from '../index.ts'
import { createOptions } from './start-phone.ts'
import type { PhoneProcessOptions } from './start-phone-process.ts'

/**
 * A phone service in a process that a test kills. Prints its URL. The first argument contains the options as
 * JSON.
 */
const { databaseUrl, accounts, dataDirectory, sipPort }: PhoneProcessOptions = JSON.parse(
  process.argv[2] ?? '{}',
)
const database = await openDatabase({ kind: 'postgres', url: databaseUrl })
const engine = await createEmbeddedEngine({ sipHost: '127.0.0.1', sipPort, mediaPort: 0, mediaProcesses: 1 })
const { url } = await createPhoneService(await createOptions({ database, engine, accounts, dataDirectory }))
console.log(`listening at ${url}\n`)
