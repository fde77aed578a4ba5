import type { Call, Leg } from '@parley/contract/phone'
import { ada, createFakeLeg } from '../phone.fixture.ts'
import type { LocalCall } from './manager/local-call.ts'

export const ownLeg: Leg = {
  id: 'leg-ada',
  kind: 'browser',
  state: 'joined',
  userId: ada.user.id,
  handsetId: null,
  number: null,
  name: ada.user.displayName,
  service: null,
  contactId: null,
  isMuted: false,
  isOnHold: false,
  isHoldingUs: false,
  isVoicemail: false,
  oneWayCause: null,
  joinedAt: 0,
  leftAt: null,
  leftReason: null,
  sipAnswer: null,
  quality: null,
}
export const grace: Leg = {
  ...ownLeg,
  id: 'leg-grace',
  kind: 'phone',
  userId: null,
  number: '+15550142',
  name: 'Grace',
}
export const linus: Leg = { ...grace, id: 'leg-linus', number: '+15550187', name: 'Linus' }

/** An answered call from Ada to Grace. */
export const callFixture: Call = {
  id: '00000000-0000-4000-8000-000000000001',
  version: 1,
  direction: 'outgoing',
  phase: 'talking',
  number: '+15550142',
  country: 'US',
  name: 'Grace',
  service: null,
  contactId: null,
  ownNumber: '+15550100',
  via: [],
  userId: ownLeg.userId,
  userName: ownLeg.name,
  startedAt: 0,
  answeredAt: 5_000,
  endedAt: null,
  endReason: null,
  sipAnswer: null,
  otherRecorders: [],
  hasEmergencyService: false,
  isInVoicemail: false,
  recordingState: 'off',
  transfer: null,
  forwardedLegId: null,
  parked: null,
  recordingDeleted: null,
  erasedAt: null,
  costs: [],
  timeLimit: null,
  voicemail: null,
  notes: '',
  tags: [],
  assignment: null,
  legs: [ownLeg, grace],
  conferenceLegs: [],
  memberCalls: [],
  missedBy: [],
  recordings: [],
  marks: [],
}

/** A call in which Ada talks to Linus before she transfers Grace to him. */
export const consultationFixture: Call = {
  ...callFixture,
  legs: [ownLeg, { ...grace, isOnHold: true }, linus],
  transfer: {
    stage: 'consulting',
    legId: linus.id,
    number: '+15550187',
    name: 'Linus',
    userId: ownLeg.userId ?? '',
    resumesRecording: false,
    at: 0,
  },
}

/** A call of this tab, without audio. */
export function createLocalCall(call: Call | null): LocalCall {
  return {
    key: `key of ${call?.id}`,
    title: '+1 555 0142',
    dialledNumber: '+1 555 0142',
    call,
    legId: call && ownLeg.id,
    sentDigits: '',
    leg: createFakeLeg(),
  }
}
