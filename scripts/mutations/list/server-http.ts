import type { Mutation } from '../mutation.ts'

/** HTTP, rate limits and the development command. */
export const serverHttpMutations: readonly Mutation[] = [
  {
    removes: 'http: a response to a request that is rejected before routing has no security headers',
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
