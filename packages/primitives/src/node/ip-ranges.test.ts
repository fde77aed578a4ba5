import { expect, test } from 'vitest'
import { canonicalIp, createIpRanges, isLoopback, isPrivate } from './ip-ranges.ts'

test.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.9.9.9', '::1', '[::1]', '::ffff:127.0.0.1'])(
  '%s is loopback',
  (host) => expect(isLoopback(host)).toBe(true),
)

test.each(['localhost.example.com', '128.0.0.1', '::2', '10.0.0.1', ''])('%s is not loopback', (host) =>
  expect(isLoopback(host)).toBe(false),
)

test.each([
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.1',
  '100.64.0.1',
  'fd00::1',
  'fe80::1',
  '::ffff:10.0.0.1',
  '::ffff:a00:1',
  '::1',
])('%s is private', (ip) => expect(isPrivate(ip)).toBe(true))

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2001:4860::1', 'example.com'])(
  '%s is not private',
  (ip) => expect(isPrivate(ip)).toBe(false),
)

test.each(['10.0.0.0/33', 'example.com', '10.0.0.0/', '10.0.0.0/x'])('%s is no network', (entry) =>
  expect(() => createIpRanges([entry])).toThrow(entry),
)

/** Guarantee: a comparison finds an address in each of its spellings. */
test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:C000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['2001:db8::0.0.0.1', '2001:db8::1'],
  ['fe80:0::1%eth0', 'fe80::1%eth0'],
  ['sip.example.com', 'sip.example.com'],
])('WR1: %s is compared as %s', (ip, expected) => expect(canonicalIp(ip)).toBe(expected))
