import { createSecrets } from '@parley/server'
import { expect, test } from 'vitest'
import { MessageSeal } from './message-seal.ts'

const secrets = createSecrets('a secret for tests that is long enough')

function createSeals() {
  const clock = { now: 1_000_000 }
  const create = () => new MessageSeal(secrets, () => clock.now)
  return { clock, create, sender: create(), receiver: create() }
}

test('the messages of two senders are opened in their order', () => {
  const { sender, receiver, create } = createSeals()
  const other = create()
  const sealed = [sender.seal('calls', 1), other.seal('calls', 'one'), sender.seal('calls', { two: 2 })]

  expect(sealed.map((text) => receiver.open('calls', text))).toEqual([1, 'one', { two: 2 }])
})

test('ZR95: a message is opened once, also after later ones', () => {
  const { sender, receiver } = createSeals()
  const [first, second] = [sender.seal('calls', 1), sender.seal('calls', 2)]
  receiver.open('calls', first)
  receiver.open('calls', second)

  for (const text of [first, second]) expect(() => receiver.open('calls', text)).toThrow('received before')
})

/** Guarantee: a node that has started since does not execute what an earlier one received. */
test('ZR95: a message that is older than 30 s, or from the future, is rejected by every node', () => {
  const { clock, sender, create } = createSeals()
  const sealed = sender.seal('calls', 'dial')

  clock.now += 30_000
  expect(create().open('calls', sealed)).toBe('dial')
  clock.now += 1
  expect(() => create().open('calls', sealed)).toThrow('it is old')
  clock.now -= 60_002
  expect(() => create().open('calls', sealed)).toThrow('the clocks of the nodes differ')
})

test('ZR95: a sender is not forgotten while its messages could be opened', () => {
  const { clock, sender, receiver, create } = createSeals()
  const sealed = sender.seal('calls', 'dial')
  receiver.open('calls', sealed)

  for (const passMs of [29_000, 1_000]) {
    clock.now += passMs
    receiver.open('calls', create().seal('calls', 'of a new node'))
    expect(() => receiver.open('calls', sealed)).toThrow('received before')
  }
})
