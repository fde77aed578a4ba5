import { serveDocs } from '@parley/server/api-docs'
import { servePageFonts } from '@parley/server/pages'
import type { FastifyInstance } from 'fastify'
import { describeApi } from './describe-api.ts'

/** Serves the OpenAPI document at `/api/v1/openapi.json`, and the reference of the API for programs. */
export function serveApiReference(app: FastifyInstance, phoneUrl: string): void {
  serveDocs(app, describeApi(phoneUrl), '/api-reference')
  servePageFonts(app)
}
