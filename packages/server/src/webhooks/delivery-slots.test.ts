import { expect, test } from 'vitest'
import { createDeliverySlots } from './delivery-slots.ts'

/** Guarantee: the older events of many projects delay the event of another one by one delivery of each only. */
test('ZR47: a project that got a slot gets another one when the other projects had their turn', async () => {
  const slots = createDeliverySlots(() => new Date())
  const deliver = async (ownerId: string) => {
    slots.run({ ownerId, endpointId: `endpoint of ${ownerId}` }, async () => {})
    await Promise.all(slots.running)
  }

  await deliver('first')
  await deliver('second')
  expect(slots.findCapacity()?.busyOwners).toEqual(['first', 'second'])

  expect(slots.startRound()).toBe(true)
  expect(slots.findCapacity()?.busyOwners).toEqual([])
  expect(slots.startRound()).toBe(false)
})
