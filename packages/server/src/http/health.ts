import type { FastifyInstance } from 'fastify'

/**
 * Answers `GET /health`, for whoever watches over the process: `{"status":"ok"}`; with `?db`, 503 and the sentence of
 * `findDatabaseProblem` where it has one.
 */
export function serveHealth(app: FastifyInstance, findDatabaseProblem: () => Promise<string | null>): void {
  app.get('/health', async (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    const problem = 'db' in (request.query as object) ? await findDatabaseProblem() : null
    return problem === null ? { status: 'ok' } : reply.code(503).send({ status: 'error', error: problem })
  })
}
