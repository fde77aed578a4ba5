import type { FastifyInstance } from 'fastify'

/**
 * Serves `GET /health` for monitoring. It returns `{"status":"ok"}`, with the message of `findLimitation` as `limitation`
 * if the service runs but does not do all of its work. With `?db` it returns status 503 and the message of
 * `findDatabaseProblem` or of `findLimitation` if there is a problem.
 */
export function serveHealth(
  app: FastifyInstance,
  findDatabaseProblem: () => Promise<string | null>,
  findLimitation: () => string | null = () => null,
): void {
  app.get('/health', async (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    const limitation = findLimitation()
    const isDatabaseChecked = 'db' in (request.query as object)
    const problem = isDatabaseChecked ? ((await findDatabaseProblem()) ?? limitation) : null
    if (problem !== null) return reply.code(503).send({ status: 'error', error: problem })
    return limitation === null ? { status: 'ok' } : { status: 'ok', limitation }
  })
}
