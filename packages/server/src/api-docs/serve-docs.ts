import type { FastifyInstance } from 'fastify'
import { apiBase } from '../http/app.ts'
import { answerPage } from '../pages/page.ts'
import { docsPage } from './docs-page.ts'
import { type ApiDescription, openApiOf } from './openapi.ts'

/** Serves what an API says of itself: `/api/v1/openapi.json` for programs, `/docs` for people. */
export function serveDocs(app: FastifyInstance, api: ApiDescription): void {
  const document = openApiOf(api)
  const page = docsPage(api)
  app.get(`${apiBase}/openapi.json`, async () => document)
  app.get('/docs', async (_request, reply) => answerPage(reply, page))
}
