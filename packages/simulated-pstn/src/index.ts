/**
 * A simulated telephone network with real SIP and RTP: test numbers that answer, are busy, do not answer,
 * decline, play audio or lose packets, and personal numbers of registered accounts. Applications use it like
 * any other trunk.
 */

export type { PstnAccount } from './account.ts'
export { type DirectoryEntry, directory, isEmergencyNumber, type ServiceName } from './directory.ts'
export {
  type ForkedSimulatedPstn,
  type ForkSimulatedPstnOptions,
  forkSimulatedPstn,
} from './fork-simulated-pstn.ts'
export { indexOfPersonalNumber, personalNumberAt, personalNumberCount } from './personal-numbers.ts'
export { holdToneHz, testToneHz } from './services.ts'
export {
  type SimulatedPstn,
  type SimulatedPstnOptions,
  startSimulatedPstn,
} from './simulated-pstn.ts'
