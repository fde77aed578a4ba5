import { required } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import type { FakeUser } from './fake-account-service.ts'
import type { TestPhone } from './start-phone.ts'

const number = '+12125552368'

/**
 * Adds a trunk for a user, whose provider is a telephone of this test. `callIn` calls its first number, `nextCall` is called
 * through it. `changes` are fields of the trunk.
 */
export async function openIncomingTrunk(
  phone: TestPhone,
  user: FakeUser,
  changes: { readonly numbers?: readonly string[]; readonly [field: string]: unknown } = {},
) {
  const far = await startTestPhone()
  const added = await phone.as(user).post('/trunks', {
    name: 'North line',
    host: '127.0.0.1',
    port: far.port,
    transport: 'udp',
    registration: 'none',
    // With credentials, because the simulated network has the same address.
    username: 'ada',
    password: 'correct horse',
    numbers: [number],
    ...changes,
  })
  if (added.status !== 201) throw new Error(`The trunk was not added: ${JSON.stringify(added.body)}`)
  const { port } = required(phone.engine.sipAddresses[0], 'a SIP address')
  return {
    /** @param sipPort That of another node; of this one by default. */
    callIn: (from = '+15550142', sipPort = port) => far.call(changes.numbers?.[0] ?? number, from, sipPort),
    nextCall: () => far.nextCall(),
    [Symbol.asyncDispose]: () => far[Symbol.asyncDispose](),
  }
}

/** Returns status and body of the health endpoint. */
export async function readHealth(url: string, query: '' | '?db') {
  const response = await fetch(`${url}/health${query}`)
  return [response.status, await response.json()]
}
