/**
 * A simulated telephone network with real SIP and RTP: test numbers that answer, are busy, do not answer, decline, play audio
 * or lose packets, and personal numbers of registered accounts. Applications use it like any other trunk.
 */
export { type Carrier, type CarrierAccount, type CarrierOptions, startCarrier } from './carrier.ts'
export { type DirectoryEntry, directory, isEmergencyNumber, type ServiceName } from './directory.ts'
export { type ForkedCarrier, type ForkOptions, forkCarrier } from './fork-carrier.ts'
export { indexOfPersonalNumber, personalNumberAt, personalNumberCount } from './personal-numbers.ts'
export { holdingToneHz, testToneHz } from './services.ts'
