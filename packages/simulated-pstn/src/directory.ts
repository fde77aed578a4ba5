/** A test number of the simulated network and its service. */
export type ServiceName =
  | 'echo'
  | 'tone'
  | 'speech'
  | 'busy'
  | 'no-answer'
  | 'reject'
  | 'barred'
  | 'early-failure'
  | 'keys'
  | 'call-back'
  | 'loss'
  | 'hold'
  | 'hang-up'

export interface DirectoryEntry {
  /** E.164, from the range reserved for fiction. */
  readonly number: string
  readonly name: string
  /** Its behaviour when called, as one sentence. */
  readonly does: string
  readonly service: ServiceName
}

/** The test numbers. `+1 555 01xx` is reserved for fictional use. */
export const directory: readonly DirectoryEntry[] = [
  { number: '+15550100', name: 'Echo', does: 'Repeats what you say.', service: 'echo' },
  { number: '+15550101', name: 'Test tone', does: 'Plays a 1 kHz tone.', service: 'tone' },
  {
    number: '+15550102',
    name: 'Speaking voice',
    does: 'Speaks a few sentences, then hangs up.',
    service: 'speech',
  },
  { number: '+15550103', name: 'Always busy', does: 'Returns a busy signal.', service: 'busy' },
  { number: '+15550104', name: 'Never answers', does: 'Rings and is never answered.', service: 'no-answer' },
  { number: '+15550105', name: 'Declines', does: 'Rings, then declines the call.', service: 'reject' },
  {
    number: '+15550106',
    name: 'Barred',
    does: 'The network rejects calls to this number.',
    service: 'barred',
  },
  {
    number: '+15550107',
    name: 'Out of service',
    does: 'Plays an out-of-service announcement before the call is answered, then fails.',
    service: 'early-failure',
  },
  {
    number: '+15550108',
    name: 'Repeats keys',
    does: 'Speaks and plays the keys you press.',
    service: 'keys',
  },
  {
    number: '+15550109',
    name: 'Calls back',
    does: 'Calls you back after you hang up.',
    service: 'call-back',
  },
  {
    number: '+15550110',
    name: 'Bad line',
    does: 'Plays speech over a line that drops one packet in eight.',
    service: 'loss',
  },
  {
    number: '+15550111',
    name: 'Puts you on hold',
    does: 'Plays a tone, puts you on hold for two seconds, then resumes, repeatedly.',
    service: 'hold',
  },
  {
    number: '+15550112',
    name: 'Hangs up',
    does: 'Answers, then hangs up after two seconds.',
    service: 'hang-up',
  },
]

export function findDirectoryEntry(number: string): DirectoryEntry | null {
  return directory.find((entry) => entry.number === number) ?? null
}

const emergencyNumbers = new Set([
  '911',
  '112',
  '999',
  '110',
  '111',
  '113',
  '115',
  '117',
  '118',
  '119',
  '000',
  '15',
  '17',
  '18',
])

/** Emergency numbers, with and without a country code. Calls to them never leave the network. */
export function isEmergencyNumber(dialled: string): boolean {
  const digits = dialled.replace(/^\+/, '')
  return emergencyNumbers.has(digits) || /^1(911|112)$/.test(digits)
}
