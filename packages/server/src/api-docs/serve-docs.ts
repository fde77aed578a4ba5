import type { FastifyInstance } from 'fastify'
import { apiBase } from '../http/app.ts'
import { respondPage } from '../pages/page.ts'
import { docsPage } from './docs-page.ts'
import { type ApiDescription, createOpenApi } from './openapi.ts'

/** Serves the OpenAPI document at `/api/v1/openapi.json` and the API reference, by default at `/docs`. */
export function serveDocs(app: FastifyInstance, api: ApiDescription, path = '/docs'): void {
  // Serialized once: for each request, it would occupy the event loop for milliseconds.
  const document = Buffer.from(JSON.stringify(createOpenApi(api)))
  const page = docsPage(api)
  app.get(`${apiBase}/openapi.json`, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  )
  app.get(path, async (_request, reply) => respondPage(reply, page))
}
