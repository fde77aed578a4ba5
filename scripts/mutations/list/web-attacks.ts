import type { Mutation } from '../mutation.ts'

const push = 'apps/phone-service/src/push'
const nginx = { file: 'docs/proxy/nginx.conf', tests: ['e2e/proxy-limits.test.ts'] } as const
const s3 = {
  file: 'apps/phone-service/src/recordings/store/s3-store.ts',
  tests: ['apps/phone-service/src/recordings/store/s3-connections.test.ts'],
} as const

/** Limits of the resources that one client occupies or reaches through the proxy and the phone. */
export const webAttackMutations: readonly Mutation[] = [
  {
    removes: 'ZR450: One address may open any number of connections to nginx.',
    ...nginx,
    name: 'ZR450',
    find: '  limit_conn per_address 200;\n',
    replace: '',
  },
  {
    removes: 'ZR450: A dozen addresses occupy all connections of nginx.',
    ...nginx,
    name: 'ZR450',
    find: 'worker_connections 16384;',
    replace: 'worker_connections 1024;',
  },
  {
    removes: 'ZR450: Behind nginx, all clients have one address.',
    ...nginx,
    name: 'ZR450',
    find: '  real_ip_header proxy_protocol;\n',
    replace: '',
  },
  {
    removes: 'ZR451: nginx stores on disk what clients do not read.',
    ...nginx,
    name: 'ZR451: a response',
    find: '  proxy_max_temp_file_size 0;\n',
    replace: '',
  },
  {
    removes: 'ZR451: nginx stores on disk what clients upload.',
    ...nginx,
    name: 'ZR451: a request',
    find: '  proxy_request_buffering off;\n',
    replace: '',
  },
  {
    removes: 'ZR452: Every user reaches the networks of trunks by the endpoint of a subscription.',
    file: `${push}/save-push-subscription.ts`,
    find: 'findEndpointNetworks(endpoint, settings)',
    replace: '(findEndpointNetworks(endpoint, settings), settings.outboundNetworks)',
    tests: [`${push}/push.test.ts`],
    name: 'ZR452: an endpoint in',
  },
  {
    removes: 'ZR452: A subscription may name any port.',
    file: `${push}/find-endpoint-networks.ts`,
    find: " || (port !== '' && !isLocal)",
    replace: '',
    tests: [`${push}/push.test.ts`],
    name: 'ZR452: an endpoint in',
  },
  {
    removes: 'ZR452: A subscription may contain credentials.',
    file: `${push}/find-endpoint-networks.ts`,
    find: "username !== '' || password !== '' || ",
    replace: '',
    tests: [`${push}/push.test.ts`],
    name: 'ZR452: an endpoint in',
  },
  {
    removes: 'ZR452: A subscription that an earlier version saved reaches the networks of trunks.',
    file: `${push}/send-push-message.ts`,
    find: 'findEndpointNetworks(endpoint, settings)',
    replace: 'settings.outboundNetworks',
    tests: [`${push}/push.test.ts`],
    name: 'ZR452: an endpoint that was saved',
  },
  {
    removes: 'ZR453: Clients who do not read on occupy all connections to S3.',
    ...s3,
    name: 'ZR453: a listener',
    find: '    const part = await receive(await open(at, to), to - at + 1)\n    yield part\n    at += part.length\n',
    replace:
      '    for await (const chunk of await open(at, to + end)) {\n      yield chunk\n      at += chunk.length\n    }\n',
  },
  {
    removes: 'ZR453: A recording of any length is received into memory.',
    ...s3,
    name: 'ZR453: a listener',
    find: 'const partBytes = 128 * 1024',
    replace: 'const partBytes = 128 * 1024 * 1024',
  },
  {
    removes: 'ZR453: Recordings are not stored while many are played.',
    ...s3,
    name: 'ZR453: recordings are stored',
    find: 'const [writer, reader] = [createClient(sdk.S3Client, options), createClient(sdk.S3Client, options)]',
    replace: 'const reader = createClient(sdk.S3Client, options)\n  const writer = reader',
  },
  {
    removes: 'ZR453: The audio of S3 may take any time.',
    ...s3,
    name: 'ZR453: audio',
    find: 'new sdk.GetObjectCommand(range), { abortSignal })',
    replace: 'new sdk.GetObjectCommand(range), { abortSignal: abortSignal && undefined })',
  },
  {
    removes:
      'ZR454: Invented refresh tokens occupy all connections of the application to the account service.',
    file: 'packages/kit/src/server/session-endpoint.ts',
    find: 'const maxConcurrentRequests = 20',
    replace: 'const maxConcurrentRequests = 200',
    tests: ['packages/kit/src/server/session-endpoint.test.ts'],
    name: 'ZR454',
  },
  {
    removes: 'ZR455: While the disk of the database is full, requests get 500.',
    file: 'packages/server/src/database/is-database-unavailable.ts',
    find: '|53100|',
    replace: '|',
    tests: ['packages/server/src/database/is-database-unavailable.test.ts'],
    name: 'ZR455',
  },
]
