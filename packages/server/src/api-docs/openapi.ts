import type { AnyEndpoint } from '@parley/contract'
import { required } from '@parley/primitives'
import { z } from 'zod'

/** Description of an API. */
export interface ApiDescription {
  readonly title: string
  readonly version: string
  readonly description: string
  /** Origin of the API. Its paths are below `/api/v1`. */
  readonly url: string
  readonly endpoints: readonly AnyEndpoint[]
  /** Codes of the errors that every endpoint may return. */
  readonly commonErrors: readonly string[]
  readonly errors: Readonly<Record<string, { readonly status: number; readonly message: string }>>
  /** The heading of the access levels; by default, that they are access levels. */
  readonly accessTitle?: string
  /** Access levels, each with the headers that its clients send and their meaning. */
  readonly access: Readonly<Record<string, AccessDescription>>
}

export interface AccessDescription {
  readonly summary: string
  readonly headers: Readonly<Record<string, string>>
}

type Json = Record<string, unknown>

/** Creates the OpenAPI 3.1 document of an API from its contract. */
export function createOpenApi(api: ApiDescription): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of api.endpoints)
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: toOperation(api, endpoint),
    }

  const headers = Object.assign({}, ...Object.values(api.access).map((level) => level.headers)) as Record<
    string,
    string
  >
  return {
    openapi: '3.1.0',
    info: { title: api.title, version: api.version, description: api.description },
    servers: [{ url: `${api.url}/api/v1` }],
    paths,
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(headers).map(([name, description]) => [
          name,
          // OpenAPI describes this header by its scheme.
          name === 'authorization'
            ? { type: 'http', scheme: 'bearer', description }
            : { type: 'apiKey', in: 'header', name, description },
        ]),
      ),
    },
  }
}

/** Returns the operation id of an endpoint, such as `post-auth-password-sign-in`. */
export function toOperationId({ method, path }: AnyEndpoint): string {
  return `${method}${path}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
}

function toOperation(api: ApiDescription, endpoint: AnyEndpoint): Json {
  const server = endpoint.serverSchema
  const body = mergeSchemas(endpoint.body, server?.body, 'input')
  return {
    operationId: toOperationId(endpoint),
    tags: [toGroup(endpoint)],
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.rateLimit ? { 'x-rate-limit': endpoint.rateLimit } : {}),
    security: [
      Object.fromEntries(Object.keys(api.access[endpoint.access]?.headers ?? {}).map((name) => [name, []])),
    ],
    parameters: [
      ...toParameters('path', endpoint.params),
      ...toParameters('query', server?.query ?? endpoint.query),
    ],
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: {
      [endpoint.status ?? 200]: toSuccessResponse(endpoint),
      ...Object.fromEntries(toErrorResponses(api, endpoint)),
    },
  }
}

/** Returns the group of an endpoint: the first segment of its path, or the first two below `auth`. */
export function toGroup({ path }: AnyEndpoint): string {
  const [first = '', second = ''] = path.split('/').filter((part) => part !== '')
  return first === 'auth' ? `auth/${second}` : first || 'about'
}

/** Whether a success response of this endpoint is a redirect. */
export function isRedirect({ status }: AnyEndpoint): boolean {
  return status === 303 || status === 307
}

function toSuccessResponse(endpoint: AnyEndpoint): Json {
  if (isRedirect(endpoint))
    return {
      description: 'Redirect.',
      headers: { location: { description: 'Redirect target.', schema: { type: 'string' } } },
    }
  const schema = mergeSchemas(endpoint.response, endpoint.serverSchema?.response, 'output')
  return schema
    ? { description: 'Success.', content: { 'application/json': { schema } } }
    : { description: 'Success.', content: { '*/*': {} } }
}

function toErrorResponses(api: ApiDescription, endpoint: AnyEndpoint): [string, Json][] {
  const codes = [...new Set([...endpoint.errors, ...api.commonErrors])]
  const byStatus = Map.groupBy(codes, (code) => api.errors[code]?.status ?? 500)
  const coded = [...byStatus].map(([status, codesOfStatus]): [string, Json] => [
    String(status),
    {
      description: codesOfStatus.map((code) => `${code}: ${api.errors[code]?.message ?? ''}`).join('\n'),
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              code: { enum: codesOfStatus },
              error: { type: 'string' },
              details: { type: 'object' },
            },
            required: ['code', 'error'],
          },
        },
        ...(endpoint.plainTextErrors?.includes(status) ? plainText : {}),
      },
    },
  ])
  const plainTextOnly = [...(endpoint.plainTextErrors ?? []), 429]
    .filter((status) => !byStatus.has(status))
    .map((status): [string, Json] => [
      String(status),
      { description: 'Error as plain text.', content: plainText },
    ])
  return [...coded, ...plainTextOnly]
}

const plainText = { 'text/plain': { schema: { type: 'string' } } }

function toParameters(location: 'path' | 'query', shape: z.ZodObject | undefined): Json[] {
  if (!shape) return []
  const { properties = {}, required = [] } = toJsonSchema(shape, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema,
  }))
}

function mergeSchemas(
  client: z.ZodType | undefined,
  server: z.ZodType | undefined,
  io: 'input' | 'output',
): Json | null {
  if (!client && !server) return null
  if (!server || server === client) return toJsonSchema(required(client, 'the schema of the client'), io)
  const serverSchema = { title: 'With server access', ...toJsonSchema(server, io) }
  return client
    ? { anyOf: [{ title: 'With client access', ...toJsonSchema(client, io) }, serverSchema] }
    : serverSchema
}

/** Converts a schema to JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}
