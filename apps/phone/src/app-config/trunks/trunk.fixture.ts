import type { Trunk } from './trunk.ts'

/** Creates a trunk without registration. */
export function createTrunk(changes: Partial<Trunk> = {}): Trunk {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'North line',
    host: 'sip.example.com',
    port: 5060,
    transport: 'udp',
    username: null,
    passwordLastFour: null,
    hasPassword: false,
    registration: 'none',
    outboundProxy: null,
    mediaEncryption: 'off',
    allowsShortNumbers: false,
    allowsRefer: false,
    numbers: [],
    state: { status: 'ready', since: 0, sipAnswer: null },
    createdAt: 0,
    ...changes,
  }
}
