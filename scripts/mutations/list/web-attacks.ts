import type { Mutation } from '../mutation.ts'

const nginx = { file: 'docs/proxy/nginx.conf', tests: ['e2e/proxy-limits.test.ts'] } as const

/** What one client may occupy in the proxy, and reach through the services of the phone. */
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
]
