import { once } from 'node:events'
import { createEmbeddedEngine } from '@parley/call-engine'
import { loopbackNetworks } from '@parley/primitives/node'
import { openDatabase } from '@parley/server'
import { createRedisBus } from '../bus/index.ts'
import { createPhoneService } from '../index.ts'
import { createOptions } from './start-phone.ts'
import type { PhoneProcessOptions } from './start-phone-process.ts'

/**
 * A phone service in a process that a test kills, or stops with SIGTERM, after which its running calls continue.
 * Prints its URL. The first argument contains the options as JSON.
 */
const { databaseUrl, accounts, dataDirectory, sipPort, redisUrl }: PhoneProcessOptions = JSON.parse(
  process.argv[2] ?? '{}',
)
const database = await openDatabase({ kind: 'postgres', url: databaseUrl })
const engine = await createEmbeddedEngine({ sipHost: '127.0.0.1', sipPort, mediaPort: 0, mediaProcesses: 1 })
const options = await createOptions({ database, engine, accounts, dataDirectory })
const { secrets, log } = options
const phone = await createPhoneService({
  ...options,
  // Where the receivers of webhooks are.
  outboundNetworks: loopbackNetworks,
  ...(redisUrl === undefined ? {} : { bus: createRedisBus({ url: redisUrl, secrets, log }) }),
})
const stopped = once(process, 'SIGTERM')
console.log(`listening at ${phone.url}\n`)
await stopped
await phone.drain(AbortSignal.timeout(60_000))
await phone[Symbol.asyncDispose]()
await engine[Symbol.asyncDispose]()
await database[Symbol.asyncDispose]()
process.exit()
