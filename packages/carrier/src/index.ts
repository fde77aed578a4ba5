/**
 * The telephone network in a box: numbers that answer, are busy, ring out, decline, speak, lose packets, and the numbers
 * of people, reached over real SIP and RTP. A trunk like any other to whoever uses it.
 */
export { type Carrier, type CarrierAccount, type CarrierOptions, startCarrier } from './carrier.ts'
export { type DirectoryEntry, directory, isEmergencyNumber, type ServiceName } from './directory.ts'
export { type ForkedCarrier, type ForkOptions, forkCarrier } from './fork-carrier.ts'
export { indexOfPersonalNumber, personalNumberAt, personalNumberCount } from './personal-numbers.ts'
export { holdingToneHz, testToneHz } from './services.ts'
