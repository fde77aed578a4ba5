import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { parseSipUri } from '../message/uri.ts'
import { locateEndpoints, type Resolver } from './locate.ts'

const addresses: Readonly<Record<string, string[]>> = {
  'one.example.com': ['192.0.2.1'],
  'two.example.com': ['192.0.2.2', '2001:db8::2'],
  'plain.example.com': ['192.0.2.9'],
}

const resolver: Resolver = {
  naptr: async (name) =>
    name === 'example.com'
      ? [
          { flags: 's', service: 'SIP+D2U', order: 20, preference: 10, replacement: '_sip._udp.example.com' },
          {
            flags: 's',
            service: 'SIPS+D2T',
            order: 10,
            preference: 10,
            replacement: '_sips._tcp.example.com',
          },
        ]
      : [],
  srv: async (name) => {
    if (name === '_sips._tcp.example.com')
      return [{ name: 'one.example.com', port: 5099, priority: 1, weight: 1 }]
    if (name !== '_sip._udp.example.com') return []
    return [
      { name: 'two.example.com', port: 5080, priority: 2, weight: 1 },
      { name: 'one.example.com', port: 5070, priority: 1, weight: 1 },
    ]
  },
  addresses: async (name) => addresses[name] ?? [],
}

const find = async (
  uri: string,
  preferred?: 'udp' | 'tcp' | 'tls',
  protocols: readonly ('udp' | 'tcp' | 'tls')[] = ['udp', 'tcp', 'tls'],
) =>
  (
    await locateEndpoints(required(parseSipUri(uri), 'the SIP URI'), {
      resolver,
      protocols,
      preferred,
      random: () => 0,
    })
  ).map(({ protocol, address, port }) => `${protocol} ${address} ${port}`)

test('an IP address needs no lookup, and gets the default port of its transport', async () => {
  expect(await find('sip:192.0.2.5')).toEqual(['udp 192.0.2.5 5060'])
  expect(await find('sips:192.0.2.5')).toEqual(['tls 192.0.2.5 5061'])
  expect(await find('sip:[2001:db8::5]:5090;transport=tcp')).toEqual(['tcp 2001:db8::5 5090'])
  expect(await find('sip:192.0.2.5', 'tcp')).toEqual(['tcp 192.0.2.5 5060'])
})

test('a name without a port is resolved by NAPTR, then by SRV in order of priority', async () => {
  expect(await find('sip:example.com')).toEqual(['tls 192.0.2.1 5099'])
  expect(await find('sip:example.com', undefined, ['udp'])).toEqual([
    'udp 192.0.2.1 5070',
    'udp 192.0.2.2 5080',
    'udp 2001:db8::2 5080',
  ])
  expect(await find('sip:example.com;transport=udp')).toHaveLength(3)
})

test('a name with a port, or without SRV records, is resolved by its addresses', async () => {
  expect(await find('sip:two.example.com:5088')).toEqual(['udp 192.0.2.2 5088', 'udp 2001:db8::2 5088'])
  expect(await find('sip:plain.example.com')).toEqual(['udp 192.0.2.9 5060'])
  expect(await find('sip:nowhere.example.com')).toEqual([])
})

test('an unknown or unsupported transport has no endpoint', async () => {
  expect(await find('sip:192.0.2.5;transport=sctp')).toEqual([])
  expect(await find('sips:192.0.2.5;transport=udp')).toEqual([])
  expect(await find('sip:192.0.2.5;transport=udp', undefined, ['tcp'])).toEqual([])
})
