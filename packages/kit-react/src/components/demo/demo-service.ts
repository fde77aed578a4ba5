import { unavailableInDemo } from '../../provider/demo-context.ts'
import { createDemoData, type DemoData, demoUserId } from './demo-data.ts'
import type { Mocks } from './mocks.ts'

type Body = Readonly<Record<string, unknown>>

/** Returns the response to a request, or undefined if it is unavailable. */
type Operation = (data: DemoData, id: string, body: Body) => unknown

const list = (items: readonly unknown[]) => ({ items, is_paginated: false })

/** The operations by method and path. `*` is the id. */
const operations: Readonly<Record<string, Operation>> = {
  'GET /projects/current': ({ project }) => project,
  'GET /users/me': ({ user }) => user,
  'PATCH /users/me': updateUser,
  'GET /teams': ({ teams }) => list(teams),
  'GET /team-invitations': () => list([]),
  'GET /contact-channels': () => list([]),
  'GET /auth/sessions': ({ sessions }) => list(sessions),
  'DELETE /auth/sessions/*': (data, id) => {
    data.sessions = data.sessions.filter((session) => session.id !== id)
    return { success: true }
  },
  'GET /emails/notification-preference/*': ({ categories }) => list(categories),
  'GET /user-api-keys': ({ apiKeys }) => list(apiKeys),
  'POST /user-api-keys': createApiKey,
  'PATCH /user-api-keys/*': (data, id, body) => {
    const change = { ...body, ...(body.revoked === true && { manually_revoked_at_millis: Date.now() }) }
    data.apiKeys = data.apiKeys.map((key) => (key.id === id ? { ...key, ...change } : key))
    return data.apiKeys.find((key) => key.id === id)
  },
}

/** Returns a `fetch` that responds with mock data. Nothing is sent. */
export function createDemoService(mocks: Mocks): typeof fetch {
  const data = createDemoData(mocks)
  return async (input, init = {}) => {
    const path = new URL(String(input)).pathname.replace('/api/v1', '')
    const response = findResponse(data, init.method ?? 'GET', path, parseBody(init.body))
    if (response !== undefined) return Response.json(response)
    return new Response('This is unavailable in demo mode.', { status: unavailableInDemo })
  }
}

function findResponse(data: DemoData, method: string, path: string, body: Body): unknown {
  const exact = operations[`${method} ${path}`]
  if (exact) return exact(data, '', body)
  const slash = path.lastIndexOf('/')
  return operations[`${method} ${path.slice(0, slash)}/*`]?.(data, path.slice(slash + 1), body)
}

function parseBody(body: BodyInit | null | undefined): Body {
  return typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : {}
}

/** The fields that the settings outside of the unavailable blocks change. */
function updateUser(data: DemoData, _id: string, body: Body): unknown {
  const { display_name, profile_image_url, selected_team_id } = body
  const selected = data.teams.find(({ id }) => id === selected_team_id) ?? null
  data.user = {
    ...data.user,
    ...(isText(display_name) && { display_name }),
    ...(isText(profile_image_url) && { profile_image_url }),
    ...(isText(selected_team_id) && { selected_team_id: selected?.id ?? null, selected_team: selected }),
  }
  return data.user
}

const isText = (value: unknown): value is string | null => value === null || typeof value === 'string'

function createApiKey(data: DemoData, _id: string, body: Body): unknown {
  const value = `demo_${crypto.getRandomValues(new Uint32Array(2)).join('')}`
  const end = body.expires_at_millis
  const key = {
    id: value,
    description: String(body.description),
    type: 'user' as const,
    user_id: demoUserId,
    is_public: false,
    created_at_millis: Date.now(),
    ...(typeof end === 'number' && { expires_at_millis: end }),
  }
  data.apiKeys = [{ ...key, value: { last_four: value.slice(-4) } }, ...data.apiKeys]
  return { ...key, value }
}
