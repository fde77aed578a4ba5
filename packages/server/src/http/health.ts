import type { FastifyInstance } from 'fastify'

/**
 * Serves `GET /health` for monitoring. It returns `{"status":"ok"}`, or with `?db` status 503 and the message of
 * `findDatabaseProblem` if there is a problem.
 */
export function serveHealth(app: FastifyInstance, findDatabaseProblem: () => Promise<string | null>): void {
  app.get('/health', async (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    const problem = 'db' in (request.query as object) ? await findDatabaseProblem() : null
    return problem === null ? { status: 'ok' } : reply.code(503).send({ status: 'error', error: problem })
  })
}
