import { StackClientApp } from '@parley/kit'
import {
  accessToken,
  type ReceivedRequest,
  type ScriptedResponse,
  startScriptedServer,
} from '../../../packages/kit/src/scripted-server.fixture.ts'
import { ada } from './phone.fixture.ts'

const minute = 60_000
const team = ada.workspace.id
export const memberPermissions = ['$invite_members', '$read_members']
export const ownerPermissions = [...memberPermissions, '$remove_members', 'phone_admin', 'team_admin']
export const [self, grace] = ['ada', 'grace']

export interface WorkspaceService {
  /** The permissions of the signed-in user. */
  readonly permissions: readonly string[]
  readonly admins: string[]
  readonly owners?: string[]
  readonly names?: Readonly<Record<string, string>>
  readonly invitations?: { id: string; recipient_email: string; is_undeliverable?: boolean }[]
  readonly canCreateTeams?: boolean
  /** The API keys of the workspace, as the service returns them. */
  readonly keys?: Record<string, unknown>[]
  /** The response to a request for the keys, instead of their list. */
  readonly onListKeys?: () => ScriptedResponse | null
  /** The response to changes, instead of success. */
  readonly onChange?: (name: string) => ScriptedResponse | null
}

const list = (items: readonly unknown[]): ScriptedResponse => ({ json: { items, is_paginated: false } })

/** Starts a simulated account service with one workspace, whose signed-in user is Ada. */
export async function startWorkspaceService({
  permissions,
  admins,
  owners = [self],
  names = { [self]: 'Ada', [grace]: 'Grace', linus: 'Linus' },
  invitations = [],
  canCreateTeams = true,
  keys = [],
  onListKeys = () => null,
  onChange = () => null,
}: WorkspaceService) {
  const holders: Record<string, string[]> = { phone_admin: admins, team_admin: owners }
  const wireTeam = { id: team, display_name: 'Workshop', profile_image_url: null }
  const server = await startScriptedServer(({ method, path, body }: ReceivedRequest) => {
    const url = new URL(path, 'http://localhost')
    if (method !== 'GET') {
      const refusal = onChange(`${method} ${url.pathname}`)
      if (refusal) return refusal
    }
    const [, resource, , target = '', permission = ''] = url.pathname.split('/')
    if (resource === 'team-permissions' && method === 'POST') {
      holders[permission]?.push(target)
      return { json: { id: permission, user_id: target, team_id: team } }
    }
    if (resource === 'team-permissions' && method === 'DELETE') {
      const held = holders[permission] ?? []
      held.splice(held.indexOf(target), 1)
      return { json: { success: true } }
    }
    if (method === 'POST' && url.pathname === '/team-invitations/send-code') {
      invitations.push({ id: `i${invitations.length}`, recipient_email: JSON.parse(body).email })
      return { json: { success: true, id: 'i' } }
    }
    if (resource === 'team-api-keys' && method === 'POST') {
      const key = { id: `k${keys.length}`, team_id: team, type: 'team', created_at_millis: Date.now() }
      const { description, expires_at_millis } = JSON.parse(body)
      const created = { ...key, description, expires_at_millis: expires_at_millis ?? undefined }
      keys.push({ ...created, value: { last_four: 'wxyz' } })
      return { json: { ...created, value: 'sk_the_whole_key_wxyz' } }
    }
    if (resource === 'team-api-keys' && method === 'PATCH') {
      const key = keys.find(({ id }) => url.pathname.endsWith(`/${id}`)) ?? {}
      return { json: Object.assign(key, { manually_revoked_at_millis: Date.now() }) }
    }
    if (method === 'POST' && url.pathname === '/teams') return { json: { ...wireTeam, id: 'new' } }
    switch (url.pathname) {
      case '/projects/current':
        return {
          json: {
            id: 'phone',
            config: {
              client_team_creation_enabled: canCreateTeams,
              credential_enabled: true,
              enabled_oauth_providers: [],
            },
          },
        }
      case '/users/me':
        return {
          json: {
            id: self,
            display_name: 'Ada',
            primary_email: 'ada@example.com',
            has_password: true,
            oauth_providers: [],
          },
        }
      case '/team-api-keys':
        return onListKeys() ?? list(keys)
      case '/teams':
        return list([wireTeam])
      case '/team-member-profiles':
        return list(
          Object.entries(names).map(([id, display_name]) => ({
            team_id: team,
            user_id: id,
            display_name,
            profile_image_url: null,
          })),
        )
      case '/team-permissions': {
        const requested = url.searchParams.get('permission_id') ?? ''
        return url.searchParams.has('user_id')
          ? list(
              permissions
                .filter((id) => requested === '' || id === requested)
                .map((id) => ({ id, user_id: self, team_id: team })),
            )
          : list((holders[requested] ?? []).map((id) => ({ id: requested, user_id: id, team_id: team })))
      }
      case '/team-invitations':
        return list(
          invitations.map((invitation) => ({
            team_id: team,
            team_display_name: 'Workshop',
            expires_at_millis: Date.UTC(2026, 10, 28, 12),
            ...invitation,
          })),
        )
      default:
        return { json: { success: true } }
    }
  })
  const tokens = {
    refreshToken: 'refresh',
    accessToken: accessToken({ issuedAtMs: Date.now(), expiresAtMs: Date.now() + 10 * minute }),
  }
  const app = new StackClientApp({ baseUrl: server.url, projectId: 'phone', tokenStore: tokens })
  return {
    app,
    /** Changes that the application has requested. */
    changes: () => server.requests.filter(({ method }) => !['GET', 'OPTIONS'].includes(method)),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
