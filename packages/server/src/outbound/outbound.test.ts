import { isLoopback } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import { isAllowedAddress, resolveAllowedAddress } from './outbound.ts'

const createResolver =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

/** Guarantee (LK6): a host given by a user never reaches a private or metadata network. */
test.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '192.168.1.1',
  '100.64.0.1',
  '::1',
  '[::1]',
  'fe80::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '0.0.0.0',
  '0.1.2.3',
  '172.31.255.255',
  '192.0.0.8',
  '198.19.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  'ff02::1',
  // The WHATWG URL parser writes IPv4-mapped addresses in this form.
  '[::ffff:a00:1]',
  '::ffff:169.254.169.254',
  // 6to4 (RFC 3056), NAT64 (RFC 6052, RFC 8215): addresses that carry the IPv4 address 10.0.0.1.
  '2002:a00:1::',
  '64:ff9b::a00:1',
  '64:ff9b:1::a00:1',
])('%s is blocked', async (host) => {
  await expect(resolveAllowedAddress(host)).rejects.toMatchObject({ reason: 'not-allowed' })
})

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '198.20.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
  '%s is allowed',
  async (host) => {
    expect(await resolveAllowedAddress(host)).toMatchObject({ address: host })
  },
)

/** Guarantee (LK6): what was not recognized as an IP address was not checked, and is blocked. */
test.each([
  '',
  'localhost',
  'example.com',
  '[::1]',
  '127.1',
  '0x7f000001',
  '2130706433',
  '10.0.0.1 ',
  '8.8.8.8:80',
])('the text "%s", which is no IP address, is blocked', (text) => expect(isAllowedAddress(text)).toBe(false))

/** Guarantee (LK6): a zone does not hide a private IP address. */
test.each(['fe80::1%eth0', '::1%lo'])('%s is blocked', async (address) => {
  await expect(resolveAllowedAddress(address)).rejects.toMatchObject({ reason: 'not-allowed' })
})

test('a name is rejected when any of its addresses is private, and pinned otherwise', async () => {
  await expect(
    resolveAllowedAddress('sneaky.example.com', { resolve: createResolver('8.8.8.8', '10.0.0.1') }),
  ).rejects.toMatchObject({
    reason: 'not-allowed',
  })
  await expect(
    resolveAllowedAddress('nowhere.example.com', { resolve: createResolver() }),
  ).rejects.toMatchObject({
    reason: 'not-found',
  })
  expect(
    await resolveAllowedAddress('sip.example.com', { resolve: createResolver('8.8.8.8', '8.8.4.4') }),
  ).toEqual({
    host: 'sip.example.com',
    address: '8.8.8.8',
    family: 4,
  })
})

test('a server setting can allow a private network', async () => {
  expect(await resolveAllowedAddress('127.0.0.1', { allowedNetworks: ['127.0.0.0/8'] })).toMatchObject({
    address: '127.0.0.1',
  })
})

/** Guarantee: only exact loopback hosts count as loopback. */
test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.44.0.9', true],
  ['::1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['127.example.com', false],
  ['localhost.example.com', false],
  ['0.0.0.0', false],
  ['192.168.0.5', false],
  ['', false],
] as const)('isLoopback(%s) is %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})
