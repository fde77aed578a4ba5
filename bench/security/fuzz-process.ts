import type { TestApp } from '@parley/dev-env'
import {
  createPace,
  fuzzJson,
  fuzzRtp,
  fuzzSip,
  fuzzStun,
  fuzzWebSocket,
  openTrunkCall,
  type Pace,
  signUpActor,
} from '@parley/dev-env/fuzz'
import { seededRandom } from '@parley/primitives'
import type { FuzzedProtocol } from './health-under-fuzzing.ts'

/**
 * `node fuzz-process.ts APP`: sends damaged messages to a running product, described in JSON, until it is
 * ended. The parent process sends the protocol and its rate.
 */
const app = JSON.parse(process.argv[2] ?? '') as TestApp
const random = seededRandom(1)
const ada = await signUpActor(app)
await using call = await openTrunkCall(app, ada)
const context = { app, call, random }
const fuzz: Readonly<Record<FuzzedProtocol['name'], (count: number, pace?: Pace) => Promise<unknown>>> = {
  SIP: (count, pace) => fuzzSip({ ...context, ...(pace && { pace }) }, count),
  RTP: (count, pace) => fuzzRtp({ ...context, ...(pace && { pace }) }, count),
  STUN: (count, pace) => fuzzStun({ ...context, ...(pace && { pace }) }, count),
  WebSocket: (count, pace) => fuzzWebSocket(app, ada, random, count, pace),
  JSON: (count, pace) => fuzzJson(app, random, count, pace),
}
let protocol = await new Promise<FuzzedProtocol>((resolve) => {
  process.once('message', resolve)
  console.log('ready')
})
process.on('message', (next: FuzzedProtocol) => {
  protocol = next
})
for (;;) {
  const { name, perSecond, turn } = protocol
  await fuzz[name](turn, perSecond === null ? undefined : createPace(perSecond))
}
