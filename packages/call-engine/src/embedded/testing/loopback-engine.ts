import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { required } from '@parley/primitives'
import { directory, personalNumberAt, type SimulatedPstn, startSimulatedPstn } from '@parley/simulated-pstn'
import type { ConferenceEvent } from '../../conference-event.ts'
import type { EngineEvent } from '../../engine-event.ts'
import type { TrunkConfig } from '../../trunk.ts'
import { createEmbeddedEngine, type EmbeddedEngine } from '../engine.ts'

export const account = { username: 'parley', password: 'correct horse' }
export const ada = { number: required(personalNumberAt(0), 'the personal number'), name: 'Ada' }
export const serviceNumber = (service: string) =>
  required(
    directory.find((entry) => entry.service === service),
    'the number of the service',
  ).number

/** Starts an engine registered with its own simulated telephone network. */
export async function startLoopbackEngine() {
  const pstn = await startSimulatedPstn({ host: '127.0.0.1', port: 0, accounts: [account], ringMs: 50 })
  const engine = await createEmbeddedEngine({
    sipHost: '127.0.0.1',
    sipPort: 0,
    mediaPort: 0,
    mediaProcesses: 1,
  })
  const events = engine.events[Symbol.asyncIterator]()
  const trunk = createTrunkTo(pstn)
  await engine.useTrunk(trunk)
  await nextEvent(events, 'trunk-state', ({ state }) => state.status === 'registered')
  return {
    carrier: pstn,
    engine,
    trunk,
    events,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await pstn[Symbol.asyncDispose]()
    },
  }
}

export function createTrunkTo({ host, port }: Pick<SimulatedPstn, 'host' | 'port'>): TrunkConfig {
  return {
    id: 'carrier',
    host,
    port,
    transport: 'udp',
    ...account,
    registration: 'register',
    outboundProxy: null,
    mediaEncryption: 'off',
    codecs: ['PCMU', 'PCMA'],
  }
}

/** Starts an engine on loopback without trunks. */
export function startEngine(
  options: Partial<Parameters<typeof createEmbeddedEngine>[0]> = {},
): Promise<EmbeddedEngine> {
  return createEmbeddedEngine({
    sipHost: '127.0.0.1',
    sipPort: 0,
    mediaPort: 0,
    mediaProcesses: 1,
    ...options,
  })
}

export async function createTempDirectory() {
  const path = await mkdtemp(join(tmpdir(), 'parley-engine-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

type AnyEvent = ConferenceEvent | EngineEvent

/** Returns the next event of this type that matches. */
export async function nextEvent<E extends AnyEvent, T extends E['type']>(
  events: AsyncIterator<E>,
  type: T,
  matches: (event: Extract<E, { type: T }>) => boolean = () => true,
): Promise<Extract<E, { type: T }>> {
  for (;;) {
    const { done, value } = await events.next()
    if (done) throw new Error(`The event stream ended before ${type}.`)
    if (value.type === type && matches(value as Extract<E, { type: T }>))
      return value as Extract<E, { type: T }>
  }
}
