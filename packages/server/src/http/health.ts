import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiBase } from './app.ts'

/**
 * Serves `GET /health`, also below the API, for monitoring. It returns `{"status":"ok"}`, with the message of
 * `findLimitation` as `limitation` if the service runs but does not do all of its work. With `?db` it returns
 * status 503 and the message of `findDatabaseProblem` or of `findLimitation` if there is a problem. A problem of
 * all instances, which `findSharedProblem` returns, is a `limitation` in both cases: a load balancer would
 * remove them all.
 */
export function serveHealth(
  app: FastifyInstance,
  findDatabaseProblem: () => Promise<string | null>,
  findLimitation: () => string | null = () => null,
  findSharedProblem: () => string | null = () => null,
): void {
  const respondHealth = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('access-control-allow-origin', '*')
    const limitation = findLimitation()
    const isDatabaseChecked = 'db' in (request.query as object)
    const problem = isDatabaseChecked ? ((await findDatabaseProblem()) ?? limitation) : null
    if (problem !== null) return reply.code(503).send({ status: 'error', error: problem })
    const reported = limitation ?? findSharedProblem()
    return reported === null ? { status: 'ok' } : { status: 'ok', limitation: reported }
  }
  app.get('/health', respondHealth)
  app.get(`${apiBase}/health`, respondHealth)
}
