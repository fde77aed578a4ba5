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

/**
 * Guarantee (SR21, LK6): no address of the IANA registries of special-purpose addresses is reached: the first
 * and the last of each entry. Source: https://www.iana.org/assignments/iana-ipv4-special-registry and
 * https://www.iana.org/assignments/iana-ipv6-special-registry, and RFC 5771 and RFC 4291 for multicast and
 * reserved addresses. IPv4-mapped addresses (::ffff:0:0/96) count as their IPv4 address.
 */
test.each([
  ['0.0.0.0/8', '0.0.0.0', '0.255.255.255'],
  ['0.0.0.0/32', '0.0.0.0', '0.0.0.0'],
  ['10.0.0.0/8', '10.0.0.0', '10.255.255.255'],
  ['100.64.0.0/10', '100.64.0.0', '100.127.255.255'],
  ['127.0.0.0/8', '127.0.0.0', '127.255.255.255'],
  ['169.254.0.0/16', '169.254.0.0', '169.254.255.255'],
  ['172.16.0.0/12', '172.16.0.0', '172.31.255.255'],
  ['192.0.0.0/24', '192.0.0.0', '192.0.0.255'],
  ['192.0.0.0/29', '192.0.0.0', '192.0.0.7'],
  ['192.0.0.8/32', '192.0.0.8', '192.0.0.8'],
  ['192.0.0.9/32', '192.0.0.9', '192.0.0.9'],
  ['192.0.0.10/32', '192.0.0.10', '192.0.0.10'],
  ['192.0.0.170/32', '192.0.0.170', '192.0.0.170'],
  ['192.0.0.171/32', '192.0.0.171', '192.0.0.171'],
  ['192.0.2.0/24', '192.0.2.0', '192.0.2.255'],
  ['192.31.196.0/24', '192.31.196.0', '192.31.196.255'],
  ['192.52.193.0/24', '192.52.193.0', '192.52.193.255'],
  ['192.88.99.0/24', '192.88.99.0', '192.88.99.255'],
  ['192.88.99.2/32', '192.88.99.2', '192.88.99.2'],
  ['192.168.0.0/16', '192.168.0.0', '192.168.255.255'],
  ['192.175.48.0/24', '192.175.48.0', '192.175.48.255'],
  ['198.18.0.0/15', '198.18.0.0', '198.19.255.255'],
  ['198.51.100.0/24', '198.51.100.0', '198.51.100.255'],
  ['203.0.113.0/24', '203.0.113.0', '203.0.113.255'],
  ['224.0.0.0/4', '224.0.0.0', '239.255.255.255'],
  ['240.0.0.0/4', '240.0.0.0', '255.255.255.254'],
  ['255.255.255.255/32', '255.255.255.255', '255.255.255.255'],
  ['::/128', '::', '::'],
  ['::1/128', '::1', '::1'],
  ['::/96', '::127.0.0.1', '::7f00:1'],
  ['::ffff:0:0/96', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  ['64:ff9b::/96', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::/48', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::/64', '100::', '100::ffff:ffff:ffff:ffff'],
  ['100:0:0:1::/64', '100:0:0:1::', '100::1:ffff:ffff:ffff:ffff'],
  ['2001::/23', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::/32', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:1::1/128', '2001:1::1', '2001:1::1'],
  ['2001:1::2/128', '2001:1::2', '2001:1::2'],
  ['2001:1::3/128', '2001:1::3', '2001:1::3'],
  ['2001:2::/48', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['2001:3::/32', '2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:4:112::/48', '2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
  ['2001:10::/28', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:20::/28', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:30::/28', '2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::/32', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::/16', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::/48', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::/20', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::/2, unassigned', '4000::', '7fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::/16', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::/7', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::/10', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::/10', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::/8', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
])('SR21: %s is blocked', (_network, first, last) => {
  expect([isAllowedAddress(first), isAllowedAddress(last)]).toEqual([false, false])
})

test.each([
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '198.20.0.1',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2000::1',
  '3ffe:ffff::1',
  '::ffff:8.8.8.8',
])('%s is allowed', async (host) => {
  expect(await resolveAllowedAddress(host)).toMatchObject({ address: host })
})

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
