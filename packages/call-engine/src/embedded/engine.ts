import { randomUUID } from 'node:crypto'
import type { EngineEvent } from '../engine-event.ts'
import type { ConferenceId } from '../identifiers.ts'
import { type CallEngine, EngineError } from '../port.ts'
import { EmbeddedConference } from './conference/conference.ts'
import { createEventStream } from './event-stream.ts'
import type { ConferenceSettings, EmbeddedEngineOptions } from './options.ts'
import { MediaPool } from './process/media-pool.ts'
import { recoverRecordings } from './recover-recordings.ts'
import { resolvePublicAddress } from './resolve-public-address.ts'
import { Telephony } from './trunks/telephony.ts'

/** The default engine: SIP in this process, audio in forked media processes. */
export interface EmbeddedEngine extends CallEngine {
  /** The SIP listeners with the ports bound. */
  readonly sipAddresses: Telephony['addresses']
  readonly mediaPids: readonly number[]
  /** Returns the resources in use, summed over all media processes. */
  inspect(): Promise<EngineResources>
}

export interface EngineResources {
  readonly conferences: number
  readonly legs: number
  /** WebRTC connections of browsers. */
  readonly connections: number
  /** UDP sockets of telephones. */
  readonly sockets: number
  readonly residentBytes: number
}

/**
 * Starts the media processes and listens for SIP.
 *
 * Rejects, and leaves nothing running, when a port is taken, a media process does not start, or the public
 * host does not resolve.
 */
export async function createEmbeddedEngine(overrides: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  const publicHost = overrides.publicHost ? await resolvePublicAddress(overrides.publicHost) : null
  const options = { ...overrides, publicHost }
  const events = createEventStream<EngineEvent>()
  const conferences = new Map<ConferenceId, EmbeddedConference>()
  const opening = new Set<ConferenceId>()
  const media = await MediaPool.start(options)
  const telephony = await Telephony.start(options, events.emit).catch(async (error) => {
    await media.close()
    throw error
  })
  let closing: Promise<void> | null = null

  const openConference = async ({
    id = randomUUID() as string,
    audio = 'telephone' as const,
    isEmergency = false,
    ownerId = null as string | null,
  } = {}) => {
    if (closing !== null) throw new EngineError('engine-closed')
    if (conferences.has(id) || opening.has(id)) throw new EngineError('conference-exists')
    opening.add(id)
    try {
      const settings = toConferenceSettings({ id, audio, isEmergency, ownerId }, options)
      const onClosed = () => conferences.delete(id)
      const conference = await EmbeddedConference.open(settings, { media, telephony }, onClosed)
      conferences.set(id, conference)
      if (closing !== null) await conference.close()
      return conference
    } finally {
      opening.delete(id)
    }
  }
  const close = async () => {
    await Promise.all([...conferences.values()].map((conference) => conference.close()))
    await telephony[Symbol.asyncDispose]()
    await media.close()
    events.end()
  }

  return {
    events,
    openConference: openConference as CallEngine['openConference'],
    ...createMergeMethods(conferences),
    ...createTrunkMethods(telephony),
    recoverRecordings,
    inspect: () => media.inspect(),
    get sipAddresses() {
      return telephony.addresses
    },
    get mediaPids() {
      return media.pids
    },
    async [Symbol.asyncDispose]() {
      closing ??= close()
      await closing
    },
  }
}

function createMergeMethods(
  conferences: ReadonlyMap<ConferenceId, EmbeddedConference>,
): Pick<CallEngine, 'mergeConferences' | 'canMoveAllLegs'> {
  const requireTwo = (into: ConferenceId, from: ConferenceId) => {
    const [target, source] = [conferences.get(into), conferences.get(from)]
    if (!target || !source || target === source) throw new EngineError('conference-closed')
    return { target, source }
  }
  return {
    async mergeConferences(into, from) {
      const { target, source } = requireTwo(into, from)
      await target.adopt(source)
    },
    canMoveAllLegs(into, from) {
      const { target, source } = requireTwo(into, from)
      return target.keepsLegs(source)
    },
  }
}

/** Returns the methods of the engine that concern trunks and incoming calls. */
function createTrunkMethods(
  telephony: Telephony,
): Pick<
  CallEngine,
  | 'rejectIncoming'
  | 'useTrunk'
  | 'removeTrunk'
  | 'suspendTrunks'
  | 'grantTrunkAddresses'
  | 'endLostCall'
  | 'resumeTrunks'
  | 'trunkState'
  | 'testTrunk'
> {
  return {
    rejectIncoming: async (id, reason) => telephony.incoming.reject(id, reason),
    useTrunk: (config) => telephony.useTrunk(config),
    removeTrunk: (id) => telephony.removeTrunk(id),
    grantTrunkAddresses: (id, lookupId, addresses) => telephony.grantTrunkAddresses(id, lookupId, addresses),
    endLostCall: (trunkId, dialog) => telephony.endLostCall(trunkId, dialog),
    suspendTrunks: () => telephony.suspendTrunks(),
    resumeTrunks: (configs) => telephony.resumeTrunks(configs),
    trunkState: async (id) => telephony.trunkState(id),
    testTrunk: (config) => telephony.testTrunk(config),
  }
}

function toConferenceSettings(
  conference: Pick<ConferenceSettings, 'id' | 'audio' | 'isEmergency' | 'ownerId'>,
  options: EmbeddedEngineOptions,
): ConferenceSettings {
  return {
    ...conference,
    log: options.log,
    iceServers: options.iceServers ?? [],
    connectTimeoutMs: options.connectTimeoutMs ?? 20_000,
    detachedTimeoutMs: options.detachedTimeoutMs ?? 60_000,
    silenceTimeoutMs: options.silenceTimeoutMs ?? 20_000,
  }
}
