import type { AudioDevices, BrowserLeg, BrowserLegState, Tones } from '@parley/call-engine/browser'
import { createStore, type WritableStore } from '@parley/primitives'
import { isPhoneApiError } from './api/errors.ts'
import type { LiveConnectionState, LiveSocket, ServerMessage } from './api/live/live-socket.ts'
import type { PhoneApi, PhoneEndpointName, PhoneInput, PhoneOutput } from './api/phone-api.ts'
import { phoneQueries } from './api/queries.ts'
import type { CallCommands } from './current-call/manager/call-commands.ts'
import type { CallManager } from './current-call/manager/call-manager.ts'
import { type CallManagerState, noCalls } from './current-call/manager/call-manager-state.ts'
import type { CallTool } from './current-call/tools/call-controls.tsx'
import type { Me, Phone } from './phone-context.tsx'

/** Responses by endpoint, typed by the contract. Throw an API error to return it. */
export type Responses = {
  readonly [K in PhoneEndpointName]?: (input: PhoneInput<K>) => PhoneOutput<K> | Promise<PhoneOutput<K>>
}

/** A request that reached the simulated service. */
export type RecordedRequest = {
  readonly [K in PhoneEndpointName]: { readonly name: K; readonly input: PhoneInput<K> }
}[PhoneEndpointName]

/** Creates the API of a simulated service, and the list of the requests it received. */
export function createFakeApi(responses: Responses) {
  const requests: RecordedRequest[] = []
  const api = async <K extends PhoneEndpointName>(name: K, input: PhoneInput<K>) => {
    requests.push({ name, input } as RecordedRequest)
    const respond = responses[name]
    if (!respond) throw new Error(`No response is defined for ${name}.`)
    try {
      return { status: 'ok', data: await respond(input) }
    } catch (error) {
      if (!isPhoneApiError(error)) throw error
      return { status: 'error', error }
    }
  }
  return { api: api as PhoneApi, requests }
}

export const ada: Me = {
  user: {
    id: '00000000-0000-4000-8000-00000000000a',
    displayName: 'Ada Lovell',
    primaryEmail: 'ada@example.com',
  },
  workspace: { id: '00000000-0000-4000-8000-00000000000f', displayName: 'Workshop' },
  workspaces: [],
  isPhoneAdmin: false,
  numbers: [],
  directory: [],
  homeCountry: 'US',
  isHomeCountryChosen: true,
  workspaceLanguage: 'en-US',
  isWorkspaceLanguageChosen: true,
  detachedKeepMs: 60_000,
  hasTrunk: false,
  areTrunksGranted: true,
  emergencyAddress: null,
}

export const defaultSettings: PhoneOutput<'GET /me/settings'> = {
  presence: 'shown',
  notifications: 'on',
  ringtone: 'classic',
  ringVolume: 100,
  theme: 'system',
  missedCallMails: 'off',
  doNotDisturb: 'off',
  doNotDisturbUntil: null,
  ringSeconds: null,
  voicemail: 'on',
  forwarding: null,
  timeZone: null,
}

export const emptyResponses = {
  'GET /me/settings': () => defaultSettings,
  'GET /me/mails': () => ({ arePossible: true, isEmailVerified: true, missedCalls: 'off' as const }),
  'GET /blocked-numbers': () => ({ items: [], areAnonymousCallersBlocked: false }),
  'GET /calls/waiting': () => ({ items: [] }),
  'GET /calls/parked': () => ({ items: [] }),
  'GET /calls': () => ({ items: [], nextCursor: null }),
  'GET /calls/assigned/count': () => ({ open: 0 }),
  'GET /calls/tags': () => ({ items: [] }),
  'GET /calls/{call}/comments': () => ({ items: [], nextCursor: null }),
  'GET /calls/{call}/metrics': () => ({ state: 'waiting', metrics: null, questions: null }),
  'GET /mail-rules': () => ({ summaries: 'no-one', summaryMemberIds: [], missedCalls: 'off' }),
  'GET /calls/{call}/analyses': () => ({
    items: [],
    obstacle: 'not-configured' as const,
    providerHost: null,
    latestVersion: null,
  }),
  'GET /calls/{call}/transcription': () => ({
    state: 'none',
    progress: { done: 0, total: 0 },
    problem: null,
    retriesAt: null,
    providerHost: null,
    canStart: false,
    canRestart: false,
  }),
  'GET /calls/{call}/transcript': () => ({ items: [], nextCursor: null }),
  'GET /contacts/{contact}/timeline': () => ({ items: [], calls: [], nextCursor: null }),
  'GET /colleagues': () => ({ items: [], nextCursor: null }),
  'GET /contacts': () => ({ items: [], total: 0, nextCursor: null }),
  'GET /contact-imports': () => ({ items: [] }),
  'GET /contact-fields': () => ({ items: [] }),
} satisfies Responses

export const uncheckedNumber: PhoneOutput<'POST /numbers/check'> = {
  number: null,
  formatted: '',
  postDialDigits: null,
  country: null,
  isIncomplete: false,
  timeZones: [],
  price: null,
  contact: null,
  service: null,
  isEmergency: false,
  refusal: null,
  from: null,
}

/** Creates a phone without devices and network. */
export function createFakePhone(api: PhoneApi, parts: Partial<Omit<Phone, 'api' | 'queries'>> = {}): Phone {
  return {
    api,
    queries: phoneQueries(api),
    uploadContacts: () => Promise.reject(new Error('No upload is defined.')),
    exportContacts: () => Promise.reject(new Error('No export is defined.')),
    exportCalls: () => Promise.reject(new Error('No export is defined.')),
    exportLedger: () => Promise.reject(new Error('No export is defined.')),
    exportTranscript: () => Promise.reject(new Error('No export is defined.')),
    me: ada,
    socket: createFakeSocket(),
    devices: createFakeDevices(),
    tones: silentTones,
    callManager: createFakeCallManager(),
    levels: { ...createStore({}), close() {} },
    presence: { ...createStore(new Map()), close() {} },
    tool: createStore<CallTool>('none'),
    refetchMe() {},
    close() {},
    ...parts,
  }
}

type FakeCallManager = CallManager & WritableStore<CallManagerState>

/** A call manager whose state the test sets. */
export function createFakeCallManager(
  state: CallManagerState = noCalls,
  parts: Partial<Omit<CallManager, 'get' | 'subscribe'>> = {},
): FakeCallManager {
  return {
    ...createStore(state),
    commands: idleCommands,
    dial() {},
    answer() {},
    async decline() {},
    async sendToVoicemail() {},
    takeOver() {},
    async pickUp() {},
    async hangUp() {},
    showProblem() {},
    dismissProblem() {},
    dismissEnded() {},
    close() {},
    ...parts,
  }
}

const idleCommands: CallCommands = {
  async setMuted() {},
  async setOnHold() {},
  async hold() {},
  async merge() {},
  async activate() {},
  async sendDigits() {},
  async invite() {},
  async endConsultation() {},
  async park() {},
  async removeParticipant() {},
  async changeRecording() {},
  async saveNotes() {},
}

export const connectedLeg: BrowserLegState = {
  connection: { phase: 'connected' },
  isMuted: false,
  microphoneLevel: 0,
  inboundLevel: 0,
  isTalkingWhileMuted: false,
  isPlaybackBlocked: false,
  stats: null,
}

/** A browser leg without audio. */
export function createFakeLeg(state: BrowserLegState = connectedLeg): BrowserLeg {
  return {
    ...createStore(state),
    connect: async () => state.connection,
    setMuted() {},
    async retryMicrophone() {},
    reconnect() {},
    async resumePlayback() {},
    handOver() {},
    close() {},
  }
}

export function createFakeDevices(): AudioDevices {
  return {
    ...createStore({
      microphone: { phase: 'not-asked' } as const,
      microphonePermission: 'unknown' as const,
      microphones: [],
      speakers: [],
      canChooseSpeaker: false,
      microphoneId: 'default',
      speakerId: 'default',
      ringerId: 'default',
    }),
    openMicrophone: async () => ({ cause: 'none-found' }),
    async chooseMicrophone() {},
    async chooseSpeaker() {},
    async chooseRinger() {},
    close() {},
  }
}

type FakeSocket = LiveSocket & { receive(message: ServerMessage): void }

/** A live connection whose messages the test sends. */
export function createFakeSocket(): FakeSocket {
  const listeners = new Set<(message: ServerMessage) => void>()
  return {
    ...createStore<LiveConnectionState>({ phase: 'ready', roundTripMs: 1, clockOffsetMs: 0 }),
    send() {},
    onMessage(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    receive: (message) => listeners.forEach((listener) => void listener(message)),
    reconnectNow() {},
    close() {},
  }
}

const silentTones: Tones = {
  ringback() {},
  busy() {},
  congestion() {},
  key() {},
  ring() {},
  callWaiting() {},
  stop() {},
  close() {},
}
