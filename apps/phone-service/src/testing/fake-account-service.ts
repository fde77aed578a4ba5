import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { BodyOf } from '@parley/contract'
import { emails } from '@parley/contract/account'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

interface SentMail {
  readonly userId: string
  readonly workspaceName: string
  readonly calls: BodyOf<typeof emails.sendMissedCallEmail>['calls']
  /** The language in which the account service writes it. */
  readonly language: string | null
  readonly timeZone: string | null
}

/** A team API key. */
interface FakeTeamKey {
  readonly id: string
  readonly teamId: string
  readonly text: string
  readonly isPublic: boolean
  readonly expiresAt: number | undefined
}

export interface FakeUser {
  readonly id: string
  readonly displayName: string
  /** The first one is the selected team. */
  readonly teamIds: string[]
  /** Ids of the teams in which the user has `phone_admin`. */
  readonly administers: string[]
}

/**
 * Starts a fake account service over HTTP with the endpoints that the phone service uses: keys, users, teams
 * and permissions.
 */
export async function startFakeAccountService() {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const stranger = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test-key', alg: 'ES256' }
  const projectId = randomUUID()
  const secretServerKey = `ssk_${randomUUID()}`
  const users = new Map<string, FakeUser>()
  const teams = new Map<string, string>()
  /** The session of each user, and the sessions that have ended. */
  const sessions = new Map<string, string>()
  const unverified = new Set<string>()
  const recipientsWithoutMails = new Set<string>()
  const endedSessions = new Set<string>()
  const teamsWithoutTrunks = new Set<string>()
  const teamsWithHiddenMembers = new Set<string>()
  const failingTeams = new Set<string>()
  const teamKeys = new Map<string, FakeTeamKey>()
  const revokedKeys = new Set<string>()
  const requestedUsers = new Set<string>()
  /** The user of each refresh token. */
  const refreshTokens = new Map<string, string>()
  /** The refresh tokens of the requests for new ones, in the order of their arrival. */
  const rotations: string[] = []
  let heldRotations: ReturnType<typeof createTurnstile> | null = null
  const state = {
    isDown: false,
    sendsMails: true,
    failsMails: false,
    teamRequests: 0,
    checkedSessions: 0,
    checkedKeys: 0,
    runBeforeKeys: async () => {},
  }
  const mails: SentMail[] = []
  const failedMailTimes: number[] = []

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const path = url.pathname.replace('/api/v1', '')
    if (state.isDown) return respondJson(response, 500, {})
    if (path === `/projects/${projectId}/.well-known/jwks.json`)
      return respondJson(response, 200, { keys: [jwk] })
    if (request.headers['x-stack-secret-server-key'] !== secretServerKey)
      return respondJson(response, 401, {})

    if (path === emails.sendMissedCallEmail.path)
      return request.method === 'GET'
        ? respondJson(response, 200, { is_enabled: state.sendsMails })
        : sendMail(request, response)
    if (path === emails.composeMissedCallEmail.path) return composeMail(request, response)
    if (path === emails.composeCallSummaryEmail.path) return composeSummary(request, response)
    if (path === '/auth/sessions/current/rotate') return rotate(request, response)
    if (path === '/team-api-keys/check') return checkKey(request, response)
    if (path === '/team-api-keys') return listKeys(url, response)
    if (path === '/internal/users/check-sessions') return checkSessions(request, response)
    const teamId = /^\/teams\/(.+)$/.exec(path)?.[1]
    if (teamId !== undefined) {
      state.teamRequests += 1
      if (failingTeams.has(teamId)) return respondJson(response, 500, {})
      return respondJson(response, 200, {
        id: teamId,
        server_metadata: teamsWithoutTrunks.has(teamId) ? null : { trunks_granted: true },
      })
    }
    if (path === '/users')
      return respondJson(response, 200, { items: listMembers(url.searchParams.get('team_id') ?? '') })
    const ofTeam = url.searchParams.get('team_id')
    if (path === '/team-permissions' && ofTeam !== null && !url.searchParams.has('user_id'))
      return respondJson(response, 200, { items: listAdministrators(ofTeam), is_paginated: false })
    const userId = url.searchParams.get('user_id') ?? path.replace('/users/', '')
    requestedUsers.add(userId)
    const person = users.get(userId)
    if (path === '/teams')
      return respondJson(response, 200, { items: listTeams(person), is_paginated: false })
    if (path === '/team-permissions') {
      const requested = url.searchParams.get('permission_id')
      const items = listPermissions(person).filter(({ id }) => requested === null || id === requested)
      return respondJson(response, 200, { items, is_paginated: false })
    }
    if (path === '/team-member-profiles')
      return respondJson(response, 200, { items: listMembers(url.searchParams.get('team_id') ?? '') })
    if (path === '/auth/sessions') {
      const id = sessions.get(url.searchParams.get('user_id') ?? '')
      const items = person && id !== undefined && !endedSessions.has(id) ? [{ id }] : []
      return respondJson(response, 200, { items, is_paginated: false })
    }
    if (!person) {
      response.setHeader('x-stack-known-error', 'USER_NOT_FOUND')
      return respondJson(response, 404, { code: 'USER_NOT_FOUND', error: 'User not found.' })
    }
    return respondJson(response, 200, {
      id: person.id,
      display_name: person.displayName,
      primary_email: toAddress(person),
      primary_email_verified: !unverified.has(person.id),
      selected_team_id: person.teamIds[0] ?? null,
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `${url}/api/v1/projects/${projectId}`

  /**
   * Creates an access token. `life` makes it expired, issued for another project, or signed with an unknown
   * key. It outlives the test, because some tests set the clock of the phone forward.
   */
  async function createToken(
    userId: string,
    life: 'good' | 'expired' | 'other-project' | 'strange-key' = 'good',
    expiresInSeconds = 24 * 3_600,
  ): Promise<string> {
    const nowSeconds = Math.floor(Date.now() / 1000)
    const audience = life === 'other-project' ? randomUUID() : projectId
    return await new SignJWT({
      role: 'authenticated',
      branchId: 'main',
      refreshTokenId: findOrCreateSession(userId),
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'test-key' })
      .setSubject(userId)
      .setAudience(audience)
      .setIssuer(issuer.replace(projectId, audience))
      .setIssuedAt(nowSeconds - 3600)
      .setExpirationTime(life === 'expired' ? nowSeconds - 1 : nowSeconds + expiresInSeconds)
      .sign(life === 'strange-key' ? stranger.privateKey : privateKey)
  }

  async function sendMail(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = emails.sendMissedCallEmail.body.parse(JSON.parse(await text(request)))
    if (state.failsMails) {
      failedMailTimes.push(Date.now())
      return respondJson(response, 500, {})
    }
    if (recipientsWithoutMails.has(body.user_id)) return respondJson(response, 429, {})
    const language = request.headers['accept-language'] ?? null
    const { user_id: userId, workspace_name: workspaceName, time_zone: timeZone = null, calls } = body
    mails.push({ userId, workspaceName, calls, language, timeZone })
    return respondJson(response, 200, { success: true })
  }

  async function composeMail(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = emails.composeMissedCallEmail.body.parse(JSON.parse(await text(request)))
    const person = users.get(body.user_id)
    if (!person || recipientsWithoutMails.has(person.id)) return respondJson(response, 429, {})
    return respondJson(response, 200, {
      to: toAddress(person),
      subject: `${body.calls.length} missed calls`,
      text: body.calls.map(({ caller_number }) => `Call back ${caller_number}.`).join('\n'),
      html: '<p>Call back.</p>',
      locale: 'en-US',
    })
  }

  async function composeSummary(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = emails.composeCallSummaryEmail.body.parse(JSON.parse(await text(request)))
    if (state.failsMails) {
      failedMailTimes.push(Date.now())
      return respondJson(response, 500, {})
    }
    const person = users.get(body.user_id)
    if (!body.is_preview && (!person || recipientsWithoutMails.has(body.user_id)))
      return respondJson(response, 429, {})
    const lines = [...body.statements, ...body.action_items].map((each) => each.text)
    return respondJson(response, 200, {
      to: person ? toAddress(person) : null,
      subject: `Summary: ${body.call.name ?? body.call.number}`,
      text: [`From ${body.sender_name} in ${body.time_zone}`, ...lines].join('\n'),
      html: '<p>A summary.</p>',
      locale: 'en-US',
    })
  }

  async function checkSessions(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { session_ids: ids } = JSON.parse(await text(request))
    state.checkedSessions += ids.length
    const items = [...sessions].flatMap(([userId, id]) => {
      const person = users.get(userId)
      if (!person || endedSessions.has(id) || !ids.includes(id)) return []
      return [{ id, user_id: userId, user_version: JSON.stringify(person) }]
    })
    return respondJson(response, 200, { items, is_paginated: false })
  }

  const toWireKey = ({ id, teamId, isPublic, expiresAt }: FakeTeamKey) => ({
    id,
    team_id: teamId,
    is_public: isPublic,
    expires_at_millis: expiresAt,
    manually_revoked_at_millis: revokedKeys.has(id) ? 1 : undefined,
  })

  async function listKeys({ searchParams }: URL, response: ServerResponse): Promise<void> {
    const found = [...teamKeys.values()].filter(({ teamId }) => teamId === searchParams.get('team_id'))
    const items = found.map(toWireKey)
    const run = state.runBeforeKeys
    state.runBeforeKeys = async () => {}
    await run()
    return respondJson(response, 200, { items, is_paginated: false })
  }

  async function checkKey(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { api_key: key } = JSON.parse(await text(request))
    state.checkedKeys += 1
    const found = teamKeys.get(key)
    if (found && !revokedKeys.has(found.id)) return respondJson(response, 200, toWireKey(found))
    const code = found ? 'API_KEY_REVOKED' : 'API_KEY_NOT_FOUND'
    response.setHeader('x-stack-known-error', code)
    return respondJson(response, found ? 401 : 404, { code })
  }

  async function rotate({ headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const refreshToken = String(headers['x-stack-refresh-token'])
    rotations.push(refreshToken)
    await heldRotations?.enter()
    const userId = refreshTokens.get(refreshToken)
    if (userId === undefined) {
      response.setHeader('x-stack-known-error', 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
      return respondJson(response, 401, {})
    }
    const next = { refresh_token: refreshToken, expires_at_millis: Date.now() + 3_600_000 }
    return respondJson(response, 200, { access_token: await createToken(userId), ...next })
  }

  function findOrCreateSession(userId: string): string {
    const id = sessions.get(userId) ?? randomUUID()
    sessions.set(userId, id)
    return id
  }

  function listTeams(person: FakeUser | undefined) {
    return (person?.teamIds ?? []).map((id) => ({ id, display_name: teams.get(id) ?? '' }))
  }

  function listPermissions(person: FakeUser | undefined) {
    if (!person) return []
    const readable = person.teamIds.filter((id) => !teamsWithHiddenMembers.has(id))
    return [
      ...readable.map((team_id) => ({ id: '$read_members', team_id, user_id: person.id })),
      ...person.administers.map((team_id) => ({ id: 'phone_admin', team_id, user_id: person.id })),
    ]
  }

  function listAdministrators(teamId: string) {
    const holders = [...users.values()].filter(({ administers }) => administers.includes(teamId))
    return holders.map(({ id }) => ({ id: 'phone_admin', team_id: teamId, user_id: id }))
  }

  function listMembers(teamId: string) {
    const members = [...users.values()].filter(({ teamIds }) => teamIds.includes(teamId))
    return members.map(({ id, displayName }) => ({
      team_id: teamId,
      user_id: id,
      display_name: displayName === '' ? null : displayName,
      profile_image_url: null,
      user: { primary_email: toAddress({ displayName }) },
    }))
  }

  return {
    connection: {
      url,
      publicUrl: url,
      projectId,
      publishableClientKey: 'pck_test',
      secretServerKey,
      eventsSecret: `whsec_${Buffer.from('events').toString('base64')}`,
    },
    /** Ids of the users that the phone service has requested. */
    requestedUsers,
    addTeam(displayName: string): string {
      const id = randomUUID()
      teams.set(id, displayName)
      return id
    },
    renameTeam(id: string, displayName: string): void {
      teams.set(id, displayName)
    },
    /** Withdraws the operator's grant, which new teams have. */
    denyTrunks(teamId: string): void {
      teamsWithoutTrunks.add(teamId)
    },
    /** Takes the permission `$read_members` from the members of a team. */
    hideMembers(teamId: string): void {
      teamsWithHiddenMembers.add(teamId)
    },
    addTeamKey(teamId: string, more: Partial<FakeTeamKey> = {}): FakeTeamKey {
      const id = randomUUID()
      const text = `sk_${id.replaceAll('-', '')}team`
      const key = { id, teamId, text, isPublic: false, expiresAt: undefined, ...more }
      teamKeys.set(key.text, key)
      return key
    },
    /** Runs a function before the next list of keys, which does not contain its changes, is sent. */
    runBeforeKeys(run: () => Promise<void>): void {
      state.runBeforeKeys = run
    },
    revokeKey: (id: string) => void revokedKeys.add(id),
    /** Returns how many keys have been checked. */
    countCheckedKeys: () => state.checkedKeys,
    /** Responds to requests for this team with an error. */
    failTeam(teamId: string): void {
      failingTeams.add(teamId)
    },
    /** Grants it again. */
    allowTrunks(teamId: string): void {
      teamsWithoutTrunks.delete(teamId)
    },
    addUser(displayName: string, teamIds: string[], administers: string[] = []): FakeUser {
      const person = { id: randomUUID(), displayName, teamIds, administers }
      users.set(person.id, person)
      return person
    },
    renameUser(id: string, displayName: string): void {
      const person = users.get(id)
      if (person) users.set(id, { ...person, displayName })
    },
    createRefreshToken(userId: string): string {
      const token = randomUUID()
      refreshTokens.set(token, userId)
      return token
    },
    endSession(userId: string): void {
      endedSessions.add(findOrCreateSession(userId))
    },
    /** The user has not verified the e-mail. */
    setUnverified(userId: string): void {
      unverified.add(userId)
    },
    removeUser(userId: string): void {
      users.delete(userId)
    },
    rotations: rotations as readonly string[],
    /** Responds to no request for a new refresh token before `release` lets one pass. */
    blockRotations() {
      const turnstile = createTurnstile()
      heldRotations = turnstile
      return turnstile
    },
    /** Returns how many requests for single teams it has received. */
    countTeamRequests: () => state.teamRequests,
    /** Returns how many sessions have been checked. */
    countCheckedSessions: () => state.checkedSessions,
    /** The e-mails to users, in the order in which they were sent. */
    mails: mails as readonly SentMail[],
    failMails(when: 'always' | 'never'): void {
      state.failsMails = when === 'always'
    },
    /** When it responded to the request for an e-mail with an error. */
    failedMailTimes: failedMailTimes as readonly number[],
    disableMails(): void {
      state.sendsMails = false
    },
    /** A user who has got the e-mails of a day. */
    refuseMailsTo(userId: string): void {
      recipientsWithoutMails.add(userId)
    },
    goDown(): void {
      state.isDown = true
    },
    goUp(): void {
      state.isDown = false
    },
    tokenFor: createToken,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type FakeAccountService = Awaited<ReturnType<typeof startFakeAccountService>>

function createTurnstile() {
  const waiting: (() => void)[] = []
  return {
    enter: () => new Promise<void>((resolve) => waiting.push(resolve)),
    release: () => waiting.shift()?.(),
  }
}

function respondJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function toAddress({ displayName }: Pick<FakeUser, 'displayName'>): string {
  return `${displayName.toLowerCase()}@example.com`
}
