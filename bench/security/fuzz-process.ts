import type { TestApp } from '@parley/dev-env'
import {
  fuzzJson,
  fuzzRtp,
  fuzzSip,
  fuzzStun,
  fuzzWebSocket,
  openTrunkCall,
  signUpActor,
} from '@parley/dev-env/fuzz'
import { seededRandom } from '@parley/primitives'

/** `node fuzz-process.ts APP PROTOCOL`: sends damaged messages to a running product, described in JSON, until it is ended. */
const messagesPerTurn = 50

const [description = '', protocol = ''] = process.argv.slice(2)
const app = JSON.parse(description) as TestApp
const random = seededRandom(1)
const ada = await signUpActor(app)
await using call = await openTrunkCall(app, ada)
const context = { app, call, random }
const fuzz: Readonly<Record<string, () => Promise<unknown>>> = {
  SIP: () => fuzzSip(context, messagesPerTurn),
  RTP: () => fuzzRtp(context, messagesPerTurn),
  STUN: () => fuzzStun(context, messagesPerTurn),
  WebSocket: () => fuzzWebSocket(app, ada, random, messagesPerTurn),
  JSON: () => fuzzJson(app, random, messagesPerTurn),
}
const send = fuzz[protocol]
if (!send) throw new Error(`There is no protocol ${protocol}.`)
console.log('ready')
for (;;) await send()
