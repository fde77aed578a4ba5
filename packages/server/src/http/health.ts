import type { FastifyInstance } from 'fastify'

/**
 * Answers `GET /health`, for whoever watches over the process: `{"status":"ok"}`; with `?db`, 503 when the database
 * does not answer.
 */
export function serveHealth(app: FastifyInstance, checkDatabase: () => Promise<void>): void {
  app.get('/health', async (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    if (!('db' in (request.query as object))) return { status: 'ok' }
    try {
      await checkDatabase()
      return { status: 'ok' }
    } catch {
      return reply.code(503).send({ status: 'error', error: 'The database does not answer.' })
    }
  })
}
