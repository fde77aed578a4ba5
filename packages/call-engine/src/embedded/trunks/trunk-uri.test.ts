import { required } from '@parley/primitives'
import { decodeUser, parseSipUri } from '@parley/sip'
import { expect, test } from 'vitest'
import { createTrunkTo, startEngine } from '../testing/loopback-engine.ts'
import { createIdentityUri, createTrunkUri } from './trunk-uri.ts'

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
const userNames = [
  ...printable.map((character) => `a${character}b`),
  '1000@pbx.example.com',
  'a@b;c>',
  'a%FFb',
  'ünï',
  '\ud800',
]

/** Guarantee (SR0, AV1): every user name that the API accepts becomes a valid SIP URI with the same user. */
test('AV1: every printable character of a user name is escaped in the URIs of a trunk', () => {
  const trunk = createTrunkTo({ host: 'sip.example.com', port: 5060 })

  for (const name of userNames) {
    for (const text of [createIdentityUri(trunk, name), createTrunkUri(trunk, name)]) {
      const uri = parseSipUri(text)
      expect(uri, text).toMatchObject({ host: 'sip.example.com', password: null })
      expect(decodeUser(required(uri, 'the trunk URI'))).toBe(name.toWellFormed())
    }
  }
})

/** Guarantee: one trunk that cannot be set up stops neither the process nor the other trunks. */
test('AV1: a trunk that cannot be set up is shown as failed, and other trunks can be used', async () => {
  const logged: string[] = []
  await using engine = await startEngine({ log: (event) => logged.push(event) })
  const good = createTrunkTo({ host: '127.0.0.1', port: 9 })
  const bad = { ...good, outboundProxy: 'no proxy' }

  await engine.useTrunk({ ...bad, id: 'asked', registration: 'none' })
  await engine.useTrunk({ ...bad, id: 'registered', registration: 'register' })
  await engine.useTrunk({ ...good, id: 'good', username: '1000@pbx.example.com', registration: 'none' })

  await expect.poll(async () => (await engine.trunkState('asked'))?.status).toBe('failed')
  expect((await engine.trunkState('registered'))?.status).toBe('failed')
  await expect
    .poll(async () => (await engine.trunkState('good'))?.status, { timeout: 10_000 })
    .toBe('unreachable')
  expect(logged.filter((event) => event === 'trunk.set_up_failed')).toHaveLength(2)
})
