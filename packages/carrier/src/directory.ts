/** The service at a test number. */
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
  /** E.164, from the range reserved for fictional use. */
  readonly number: string
  readonly name: string
  /** What the number does; one sentence. */
  readonly does: string
  readonly service: ServiceName
}

/** The test numbers. `+1 555 01xx` is reserved for fictional use. */
export const directory: readonly DirectoryEntry[] = [
  { number: '+15550100', name: 'Echo', does: 'Repeats what you say without delay.', service: 'echo' },
  { number: '+15550101', name: 'Test tone', does: 'Plays a 1 kHz tone.', service: 'tone' },
  {
    number: '+15550102',
    name: 'Speaking voice',
    does: 'Says a few sentences and hangs up.',
    service: 'speech',
  },
  { number: '+15550103', name: 'Always busy', does: 'Is busy.', service: 'busy' },
  { number: '+15550104', name: 'Never answers', does: 'Rings and does not answer.', service: 'no-answer' },
  { number: '+15550105', name: 'Declines', does: 'Rings, then declines the call.', service: 'reject' },
  { number: '+15550106', name: 'Barred', does: 'The network rejects the call.', service: 'barred' },
  {
    number: '+15550107',
    name: 'Out of service',
    does: 'Plays an out-of-service announcement, then the call fails.',
    service: 'early-failure',
  },
  {
    number: '+15550108',
    name: 'Repeats keys',
    does: 'Repeats the keys that you press, as tones and spoken.',
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
    does: 'Speaks over a connection that loses every eighth packet.',
    service: 'loss',
  },
  {
    number: '+15550111',
    name: 'Puts you on hold',
    does: 'Plays a tone, and repeatedly puts you on hold for two seconds.',
    service: 'hold',
  },
  {
    number: '+15550112',
    name: 'Hangs up',
    does: 'Answers and hangs up after two seconds.',
    service: 'hang-up',
  },
]

export function findEntry(number: string): DirectoryEntry | null {
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

/** Returns whether a number is an emergency number, with or without a country code. They never leave the network. */
export function isEmergencyNumber(dialled: string): boolean {
  const digits = dialled.replace(/^\+/, '')
  return emergencyNumbers.has(digits) || /^1(911|112)$/.test(digits)
}
