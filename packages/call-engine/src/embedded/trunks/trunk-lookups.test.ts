import { createHook } from 'node:async_hooks'
import { lookup } from 'node:dns/promises'
import { systemResolver } from '@parley/sip'
import { expect, test } from 'vitest'
import { resolveAddresses } from './active-trunk.ts'

/** Returns how many lookups `work` makes in the thread pool that files and password hashing share. */
async function countPoolLookups(work: () => Promise<unknown>): Promise<number> {
  let lookups = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'GETADDRINFOREQWRAP') lookups += 1
    },
  }).enable()
  try {
    await work()
  } finally {
    hook.disable()
  }
  return lookups
}

/** Guarantee (SR19): a trunk whose name server is slow does not delay the files and sign-ins of others. */
test('SR19: the name of a trunk is not resolved in the thread pool of the process', async () => {
  expect(await countPoolLookups(() => lookup('localhost'))).toBe(1)

  expect(await countPoolLookups(() => resolveAddresses('trunk.example.com'))).toBe(0)
  expect(await countPoolLookups(() => systemResolver.addresses('trunk.example.com'))).toBe(0)
  expect(await countPoolLookups(() => systemResolver.srv('_sip._udp.example.com'))).toBe(0)
})

test('the local names and addresses of a trunk are resolved', async () => {
  expect(await resolveAddresses('localhost')).toContain('127.0.0.1')
  expect(await resolveAddresses('[2001:db8::1]')).toEqual(['2001:db8::1'])
})
