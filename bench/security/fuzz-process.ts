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

/**
 * `node fuzz-process.ts APP`: sends damaged messages to a running product, described in JSON, until it is ended. The parent
 * process sends the name of the protocol.
 */
const messagesPerTurn = 50

const app = JSON.parse(process.argv[2] ?? '') as TestApp
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
let protocol = 'SIP'
process.on('message', (name) => {
  protocol = String(name)
})
console.log('ready')
for (;;) await fuzz[protocol]?.()
