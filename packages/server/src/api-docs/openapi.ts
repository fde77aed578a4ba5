import type { AnyEndpoint } from '@parley/contract'
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
  /** Access levels, each with the headers that its clients send and their meaning. */
  readonly access: Readonly<Record<string, AccessDescription>>
}

export interface AccessDescription {
  readonly summary: string
  readonly headers: Readonly<Record<string, string>>
}

type Json = Record<string, unknown>

/** Creates the OpenAPI 3.1 document of an API from its contract. */
export function openApiOf(api: ApiDescription): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of api.endpoints)
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(api, endpoint),
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
          { type: 'apiKey', in: 'header', name, description },
        ]),
      ),
    },
  }
}

/** Returns the operation id of an endpoint, such as `post-auth-password-sign-in`. */
export function operationIdOf({ method, path }: AnyEndpoint): string {
  return `${method}${path}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
}

function operationOf(api: ApiDescription, endpoint: AnyEndpoint): Json {
  const server = endpoint.forServer
  const body = either(endpoint.body, server?.body, 'input')
  return {
    operationId: operationIdOf(endpoint),
    tags: [groupOf(endpoint)],
    summary: endpoint.summary,
    'x-access': endpoint.access,
    security: [
      Object.fromEntries(Object.keys(api.access[endpoint.access]?.headers ?? {}).map((name) => [name, []])),
    ],
    parameters: [
      ...parametersOf('path', endpoint.params),
      ...parametersOf('query', server?.query ?? endpoint.query),
    ],
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: {
      [endpoint.status ?? 200]: successOf(endpoint),
      ...Object.fromEntries(refusalsOf(api, endpoint)),
    },
  }
}

/** Returns the group of an endpoint: the first segment of its path, or the first two below `auth`. */
export function groupOf({ path }: AnyEndpoint): string {
  const [first = '', second = ''] = path.split('/').filter((part) => part !== '')
  return first === 'auth' ? `auth/${second}` : first || 'about'
}

/** Whether a success response of this endpoint is a redirect. */
export function leadsOn({ status }: AnyEndpoint): boolean {
  return status === 303 || status === 307
}

function successOf(endpoint: AnyEndpoint): Json {
  if (leadsOn(endpoint))
    return {
      description: 'Redirect.',
      headers: { location: { description: 'Redirect target.', schema: { type: 'string' } } },
    }
  const schema = either(endpoint.response, endpoint.forServer?.response, 'output')
  return schema
    ? { description: 'Success.', content: { 'application/json': { schema } } }
    : { description: 'Success.', content: { '*/*': {} } }
}

function refusalsOf(api: ApiDescription, endpoint: AnyEndpoint): [string, Json][] {
  const codes = [...new Set([...endpoint.errors, ...api.commonErrors])]
  const byStatus = Map.groupBy(codes, (code) => api.errors[code]?.status ?? 500)
  const coded = [...byStatus].map(([status, ofStatus]): [string, Json] => [
    String(status),
    {
      description: ofStatus.map((code) => `${code}: ${api.errors[code]?.message ?? ''}`).join('\n'),
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { code: { enum: ofStatus }, error: { type: 'string' }, details: { type: 'object' } },
            required: ['code', 'error'],
          },
        },
        ...(endpoint.textErrors?.includes(status) ? plainText : {}),
      },
    },
  ])
  const inWords = [...(endpoint.textErrors ?? []), 429]
    .filter((status) => !byStatus.has(status))
    .map((status): [string, Json] => [
      String(status),
      { description: 'Error as plain text.', content: plainText },
    ])
  return [...coded, ...inWords]
}

const plainText = { 'text/plain': { schema: { type: 'string' } } }

function parametersOf(place: 'path' | 'query', shape: z.ZodObject | undefined): Json[] {
  if (!shape) return []
  const { properties = {}, required = [] } = schemaOf(shape, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

function either(
  client: z.ZodType | undefined,
  server: z.ZodType | undefined,
  io: 'input' | 'output',
): Json | null {
  if (!client && !server) return null
  if (!server || server === client) return schemaOf(client!, io)
  const forServer = { title: 'With server access', ...schemaOf(server, io) }
  return client ? { anyOf: [{ title: 'With client access', ...schemaOf(client, io) }, forServer] } : forServer
}

/** Converts a schema to JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}
