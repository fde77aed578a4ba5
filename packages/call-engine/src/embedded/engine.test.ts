import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { required } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { describeCallEngine, type EngineUnderTest } from '../conformance.ts'
import type { TrunkConfig } from '../trunk.ts'
import { createEmbeddedEngine } from './engine.ts'

describeCallEngine('the embedded engine', startEngineUnderTest)

/** Starts the embedded engine on loopback with a telephone at the far end of its trunk. */
async function startEngineUnderTest(): Promise<EngineUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-engine-'))
  const engine = await createEmbeddedEngine({
    sipHost: '127.0.0.1',
    sipPort: 0,
    mediaPort: 0,
    mediaProcesses: 1,
  })
  const phone = await startTestPhone()
  const trunk: TrunkConfig = {
    id: 'line',
    host: '127.0.0.1',
    port: phone.port,
    transport: 'udp',
    username: null,
    password: null,
    registration: 'none',
    outboundProxy: null,
    mediaEncryption: 'off',
    codecs: ['PCMU', 'PCMA'],
  }
  const deadTrunk: TrunkConfig = { ...trunk, id: 'dead', transport: 'tcp', port: 9 }
  await engine.useTrunk(trunk)
  await engine.useTrunk(deadTrunk)
  const sipPort = required(engine.sipAddresses[0], 'the SIP address of the engine').port

  return {
    engine,
    trunk,
    deadTrunk,
    directory,
    nextCall: () => phone.nextCall(),
    callIn: (number, from) => phone.call(number, from, sipPort),
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await phone[Symbol.asyncDispose]()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
