import type { Mutation } from '../mutation.ts'

const limitsTest = 'packages/server/src/http/limits/http-limits.test.ts'

/** Time and connections that a client may occupy. */
const httpLimitMutations: readonly Mutation[] = [
  {
    removes: 'http limits: headers may take any time',
    file: 'packages/server/src/http/app.ts',
    find: '      headersTimeout: limits.headersTimeoutMs,',
    replace: '      headersTimeout: 0,',
    tests: [limitsTest],
    survives: 'The timeout of the whole request ends headers too, only later.',
  },
  {
    removes: 'http limits: a request may take any time',
    file: 'packages/server/src/http/app.ts',
    find: '    requestTimeout: limits.requestTimeoutMs,\n    connectionTimeout',
    replace: '    requestTimeout: 0,\n    connectionTimeout',
    tests: [limitsTest],
    name: 'a body at an endpoint',
  },
  {
    removes: 'http limits: a connection may stay idle for any time',
    file: 'packages/server/src/http/app.ts',
    find: '    connectionTimeout: limits.idleTimeoutMs,',
    replace: '',
    tests: [limitsTest],
    name: 'nothing is sent or received',
  },
  {
    removes: 'http limits: a body is read before the client is authenticated',
    file: 'packages/server/src/http/serve-contract.ts',
    find: '      const info = toRequestInfo(request, reply)\n',
    replace:
      '      const info = toRequestInfo(request, reply)\n      if (endpoint.body) await receiveBody(request, reply, endpoint)\n',
    tests: [limitsTest],
    name: 'an upload without authentication',
  },
  {
    removes: 'http limits: Fastify reads bodies before routing to a handler',
    file: 'packages/server/src/http/app.ts',
    find: "app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))",
    replace:
      "app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _payload, done) => done(null, undefined))",
    tests: [limitsTest],
    name: 'gets its response before the body is sent',
  },
  {
    removes: 'http limits: a client is asked for its body before authentication',
    file: 'packages/server/src/http/app.ts',
    find: "app.server.on('checkContinue', (request, response) => app.routing(request, response))",
    replace: '',
    tests: [limitsTest],
    name: 'permission to send its body',
  },
  {
    removes: 'http limits: a body with a length may have any size',
    file: 'packages/server/src/http/read-body.ts',
    find: 'if (receivedBytes > maxBodyBytes) throw bodyTooLarge()',
    replace: '',
    tests: [limitsTest],
    name: 'a body without a length is refused',
  },
  {
    removes: 'http limits: every body may be as large as an image',
    file: 'packages/contract/src/endpoint.ts',
    find: 'export const defaultMaxBodyBytes = 64 * 1024',
    replace: 'export const defaultMaxBodyBytes = 2 * 1024 * 1024',
    tests: [limitsTest],
    name: '64 KiB',
  },
  {
    removes: 'http limits: a network may open any number of connections',
    file: 'packages/server/src/http/limits/limit-connections.ts',
    find: 'if (open >= limits.maxConnectionsPerNetwork) {',
    replace: 'if (open >= Number.POSITIVE_INFINITY) {',
    tests: [limitsTest],
    name: 'beyond the limit of a network',
  },
  {
    removes: 'http limits: closed connections still count',
    file: 'packages/server/src/http/limits/limit-connections.ts',
    find: 'if (left === 0) openByNetwork.delete(network)\n      else openByNetwork.set(network, left)',
    replace: 'if (left < 0) openByNetwork.delete(network)',
    tests: [limitsTest],
    name: 'beyond the limit of a network',
  },
  {
    removes: 'http limits: any number of connections may be open',
    file: 'packages/server/src/http/limits/limit-connections.ts',
    find: '  server.maxConnections = limits.maxConnections\n',
    replace: '',
    tests: [limitsTest],
    name: 'the limit of all connections does',
  },
  {
    removes: 'http limits: all clients of a trusted proxy share the limit of one network',
    file: 'packages/server/src/http/limits/limit-connections.ts',
    find: '    if (limits.isTrustedProxy(address)) return\n',
    replace: '',
    tests: [limitsTest],
    name: 'the limit of all connections does',
  },
]

/** HTTP, rate limits and the development command. */
export const serverHttpMutations: readonly Mutation[] = [
  ...httpLimitMutations,
  {
    removes: 'http: a response to a request that is refused before routing has no security headers',
    file: 'packages/server/src/http/app.ts',
    find: "    setSecurityHeaders(request, reply).header('x-stack-request-id', request.id)\n    if",
    replace: "    reply.header('x-stack-request-id', request.id)\n    if",
    tests: ['packages/server/src/http/http.test.ts'],
    name: 'security headers of this list',
  },
  {
    removes: 'http: pages of other origins may frame a response',
    file: 'packages/server/src/http/headers.ts',
    find: '  xDnsPrefetchControl: false,',
    replace: '  xDnsPrefetchControl: false,\n  xFrameOptions: false,',
    tests: ['packages/server/src/http/http.test.ts'],
    name: 'security headers of this list',
  },
  {
    removes: 'rate limits: a program writes to the schema of a newer one',
    file: 'packages/server/src/rate-limit/rate-limits.ts',
    find: "  await migrate(server, 'rate_limits', migrations)",
    replace:
      "  if (!(await server.pool.query(\"select to_regclass('rate_limits.migrations') as it\")).rows[0].it) await migrate(server, 'rate_limits', migrations)",
    tests: ['packages/server/src/rate-limit/rate-limits.test.ts'],
    name: 'the table is a migration',
  },
  {
    removes: 'development: requests fail while the product restarts',
    file: 'packages/dev-env/src/dev/waiting-proxy.ts',
    find: 'void ready().then(() => forward(socket, target))',
    replace: 'forward(socket, target)',
    tests: ['packages/dev-env/src/dev/dev.test.ts'],
    name: 'a saved file replaces the process',
  },
]
