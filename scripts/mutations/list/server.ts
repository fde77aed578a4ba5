import type { Mutation } from '../mutation.ts'

const server = 'packages/server/src'
const outbound = `${server}/outbound/outbound.ts`
const outboundTests = [`${server}/outbound/outbound.test.ts`] as const
const fetchTests = [`${server}/outbound/outbound-fetch.test.ts`] as const
const limitTests = [`${server}/rate-limit/rate-limits.test.ts`] as const
const secretTests = [`${server}/secrets/secrets.test.ts`] as const

const blockedNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]

export const serverMutations: readonly Mutation[] = [
  ...blockedNetworks.map(
    (network): Mutation => ({
      removes: `outbound: ${network} can be reached`,
      file: outbound,
      find: `  '${network}',\n`,
      replace: '',
      tests: outboundTests,
    }),
  ),
  {
    removes: 'outbound: IPv6 networks outside of 2000::/3 can be reached',
    file: outbound,
    find: 'return !isLocalIpv6 && ',
    replace: 'return ',
    tests: outboundTests,
  },
  {
    removes: 'outbound: one public address of a name is enough',
    file: outbound,
    find: 'for (const { address } of found) {',
    replace: 'for (const { address } of found.slice(0, 1)) {',
    tests: outboundTests,
  },
  {
    removes: 'outbound: the dotted form of mapped addresses is not unwrapped',
    file: 'packages/primitives/src/node/ip-ranges.ts',
    find: 'const bare = canonicalIp(ip)',
    replace: 'const bare = ip',
    tests: outboundTests,
    survives: 'The BlockList of Node.js unwraps mapped addresses.',
  },
  {
    removes: 'outbound: text that is no IP address was checked',
    file: outbound,
    find: '  if (isIP(address) === 0) return false\n',
    replace: '',
    tests: outboundTests,
  },
  {
    removes: 'e-mail: the name of an SMTP server is resolved again for the connection',
    file: `${server}/email/smtp.ts`,
    find: '      host: address,\n',
    replace: '      host,\n',
    tests: [`${server}/email/email.test.ts`],
    name: 'LK6',
  },
  {
    removes: 'ZR84: a receiver that switches the protocol keeps a request pending',
    file: `${server}/outbound/outbound-fetch.ts`,
    find: "    sending.on('close', () => reject(",
    replace: "    sending.on('close', () => void (",
    tests: fetchTests,
  },
  {
    removes: 'outbound: the name is resolved again for the connection',
    file: `${server}/outbound/outbound-fetch.ts`,
    find: '        lookup: createPinnedLookup(pinned),\n',
    replace: '',
    tests: fetchTests,
  },
  {
    removes: 'outbound: a response of any size is read',
    file: `${server}/outbound/outbound-fetch.ts`,
    find: 'if (size > maxBytes)',
    replace: 'if (size > 1e12)',
    tests: fetchTests,
  },
  {
    removes: 'rate limits: X-Forwarded-For of any peer is used',
    file: `${server}/rate-limit/client-ip.ts`,
    find: 'if (!trusted.has(address)) break',
    replace: '',
    tests: limitTests,
    name: 'X-Forwarded-For',
  },
  {
    removes: 'rate limits: each address of an IPv6 network has its own counter',
    file: `${server}/rate-limit/client-ip.ts`,
    find: 'if (isIP(address) !== 6) return address',
    replace: 'if (isIP(address) !== 0) return address',
    tests: limitTests,
    name: '/64',
  },
  {
    removes: 'secrets: a sealed value can be used for another purpose',
    file: `${server}/secrets/secrets.ts`,
    find: '        .setAAD(Buffer.from(purpose))\n',
    replace: '        .setAAD(Buffer.from("trunk password"))\n',
    tests: secretTests,
  },
  {
    removes: 'secrets: a short server secret is accepted',
    file: `${server}/secrets/secrets.ts`,
    find: 'if (Buffer.byteLength(serverSecret) < minSecretBytes)',
    replace: 'if (serverSecret === "")',
    tests: secretTests,
  },
  {
    removes: 'HTTP: unknown keys of a request are accepted',
    file: `${server}/http/validate.ts`,
    find: '? schema.strict() : schema',
    replace: '? schema : schema',
    tests: [`${server}/http/http.test.ts`],
  },
  {
    removes: 'inbox: another machine reads it',
    file: `${server}/email/serve-inbox.ts`,
    find: 'return isPeerLocal && ',
    replace: 'return ',
    tests: [`${server}/email/email.test.ts`],
  },
  {
    removes: 'database: the role of Parley is a superuser',
    file: `${server}/database/embedded/cluster.ts`,
    find: '    connection: toApplicationConnection(superuser),\n    superuser,\n    [',
    replace: '    connection: superuser,\n    superuser,\n    [',
    tests: [`${server}/database/embedded/application-role.test.ts`],
    name: 'can run no program',
  },
  {
    removes: 'database: what an earlier version created belongs to the superuser',
    file: `${server}/database/embedded/application-role.ts`,
    find: 'for (const { command } of rows) await client.query(command)',
    replace: 'void rows',
    tests: [`${server}/database/embedded/application-role.test.ts`],
    name: 'belongs to the role',
  },
]
