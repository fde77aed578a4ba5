import { accountEndpoints } from '@parley/contract/account'
import { required } from '@parley/primitives'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  adminHeaders,
  getErrorCode,
  type Headers,
  setUpAccountService,
  signUp,
  uniqueEmail,
} from '../../testing.ts'

const service = setUpAccountService()

const without = (...names: string[]): Headers => Object.fromEntries(names.map((name) => [name, '']))

describe('the order of the checks', () => {
  const getProject = (headers: Headers) => service().get('/projects/current', headers)
  const key = 'x-stack-publishable-client-key'
  const garbage = { 'x-stack-access-token': 'garbage' }

  test('the first failed check determines the error', async () => {
    const cases: [Headers, string][] = [
      [without('x-stack-access-type'), 'PROJECT_KEY_WITHOUT_ACCESS_TYPE'],
      [without('x-stack-access-type', key), 'ACCESS_TYPE_REQUIRED'],
      [{ ...without('x-stack-project-id'), 'x-stack-access-type': 'king' }, 'INVALID_ACCESS_TYPE'],
      [{ ...without('x-stack-project-id'), ...garbage }, 'ACCESS_TYPE_WITHOUT_PROJECT_ID'],
      [{ 'x-stack-project-id': 'nothing', ...garbage }, 'UNPARSABLE_ACCESS_TOKEN'],
      [{ 'x-stack-project-id': 'nothing', [key]: '' }, 'CURRENT_PROJECT_NOT_FOUND'],
      [{ 'x-stack-branch-id': 'other', [key]: '' }, 'CLIENT_AUTHENTICATION_REQUIRED'],
      [{ 'x-stack-branch-id': 'other', [key]: 'pck_wrong' }, 'INVALID_PUBLISHABLE_CLIENT_KEY'],
      [{ 'x-stack-branch-id': 'other' }, 'BRANCH_DOES_NOT_EXIST'],
      [{ 'x-stack-access-type': 'server' }, 'SERVER_AUTHENTICATION_REQUIRED'],
      [{ 'x-stack-access-type': 'admin' }, 'ADMIN_AUTHENTICATION_REQUIRED'],
      [
        { 'x-stack-access-type': 'server', 'x-stack-secret-server-key': 'ssk_wrong' },
        'INVALID_SECRET_SERVER_KEY',
      ],
      [
        { 'x-stack-access-type': 'admin', 'x-stack-super-secret-admin-key': 'sak_wrong' },
        'INVALID_SUPER_SECRET_ADMIN_KEY',
      ],
    ]
    for (const [headers, code] of cases) expect(getErrorCode(await getProject(headers))).toBe(code)
  })

  test('error details contain the fields that clients read', async () => {
    expect((await getProject({ 'x-stack-access-type': 'king' })).body.details).toEqual({ accessType: 'king' })
    expect((await getProject(without('x-stack-project-id'))).body.details).toEqual({ request_type: 'client' })
    expect((await getProject({ 'x-stack-project-id': '?' })).body.details).toEqual({ project_id: '?' })
    expect((await getProject({ 'x-stack-branch-id': 'b' })).body.details).toEqual({ branch_id: 'b' })
  })

  test('rejects keys of another type or project', async () => {
    const { keys } = service()
    const serverHeaders = { 'x-stack-access-type': 'server' }

    expect(getErrorCode(await getProject({ [key]: keys.internal.publishableClientKey }))).toBe(
      'INVALID_PUBLISHABLE_CLIENT_KEY',
    )
    expect(
      getErrorCode(
        await getProject({ ...serverHeaders, 'x-stack-secret-server-key': keys.phone.publishableClientKey }),
      ),
    ).toBe('INVALID_SECRET_SERVER_KEY')
    expect(
      (await getProject({ ...serverHeaders, 'x-stack-secret-server-key': keys.phone.secretServerKey }))
        .status,
    ).toBe(200)
  })

  test('rejects malformed headers without an internal error', async () => {
    for (const id of ['x'.repeat(5000), '%00', "'; drop table projects; --", '../internal'])
      expect(getErrorCode(await getProject({ 'x-stack-project-id': id }))).toBe('CURRENT_PROJECT_NOT_FOUND')
  })
})

describe('access types', () => {
  const fillPath = (path: string) =>
    path
      .replaceAll('{id}', '11111111-1111-4111-8111-111111111111')
      .replaceAll('{user}', '11111111-1111-4111-8111-111111111111')
      .replaceAll('{team}', '11111111-1111-4111-8111-111111111111')
      .replaceAll('{project}', 'internal')

  /** Guarantee: every project endpoint requires a key, regardless of other headers. */
  test.each(accountEndpoints)('$method $path requires access', async ({ method, path, access }) => {
    const anonymous = without('x-stack-access-type', 'x-stack-project-id', 'x-stack-publishable-client-key')
    const response = await service().call(method, fillPath(path), undefined, anonymous)
    const wrongKey = await service().call(method, fillPath(path), undefined, {
      'x-stack-publishable-client-key': 'pck_wrong',
    })

    expect(response.status).toBeLessThan(500)
    expect(getErrorCode(response) === 'ACCESS_TYPE_REQUIRED').toBe(access !== 'public')
    expect(getErrorCode(wrongKey)).toBe('INVALID_PUBLISHABLE_CLIENT_KEY')
  })

  /** Guarantee: clients cannot access server endpoints; access is checked before validation. */
  test.each(accountEndpoints.filter(({ access }) => access === 'server'))(
    '$method $path is closed to clients',
    async ({ method, path }) => {
      const response = await service().call(method, path.replace('{user}', '123'), undefined)

      expect(response.status).toBe(401)
      expect(response.body.details).toEqual({
        actual_access_type: 'client',
        allowed_access_types: ['server', 'admin'],
      })
    },
  )

  /** Guarantee: endpoints for signed-in users reject other requests with an error that clients handle. */
  test.each(accountEndpoints.filter((endpoint) => 'user' in endpoint))(
    '$method $path needs a user',
    async ({ method, path, user }) => {
      const response = await service().call(method, path, method === 'GET' ? undefined : {})

      expect(getErrorCode(response)).toBe(user === 'me' ? 'CANNOT_GET_OWN_USER_WITHOUT_USER' : 'SCHEMA_ERROR')
    },
  )

  // Providers send arbitrary parameters.
  const isOwnEndpoint = ({ path }: { path: string }) => path !== '/auth/oauth/callback/{callback}'

  /** Guarantee: unknown keys are rejected everywhere. */
  test.each(accountEndpoints.filter((endpoint) => 'body' in endpoint && isOwnEndpoint(endpoint)))(
    '$method $path refuses unknown keys',
    async ({ method, path, access }) => {
      const ada = await signUp(service(), uniqueEmail('ada'))
      const rights =
        access === 'admin'
          ? await adminHeaders(service())
          : access === 'server'
            ? service().serverHeaders
            : {}
      const response = await service().call(
        method,
        fillPath(path),
        { made_up: 1 },
        { ...ada.headers, ...rights },
      )

      expect(getErrorCode(response)).toBe('SCHEMA_ERROR')
      if (path !== '/auth/oauth/token') expect(response.body.error).toContain('made_up')
    },
  )

  test('`me` without a user is reported before other errors', async () => {
    const response = await service().get('/auth/sessions?user_id=me&nonsense=1')

    expect(getErrorCode(response)).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER')
  })
})

describe('access tokens', () => {
  const getProject = (token: string) => service().get('/projects/current', { 'x-stack-access-token': token })
  const claims = (token: string) =>
    JSON.parse(Buffer.from(required(token.split('.')[1], 'the payload of the token'), 'base64url').toString())
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  /** Guarantee (AS7): only tokens signed by a key of this project for this purpose are accepted. */
  test('rejects forged tokens: alg none, HS256, other keys, injected key ids, other types', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const token = required(ada.headers['x-stack-access-token'], 'the header')
    const [head, payload, signature] = token.split('.') as [string, string, string]
    const header = JSON.parse(Buffer.from(head, 'base64url').toString())
    const { body: keySet } = await service().get(
      `/projects/${service().phoneProjectId}/.well-known/jwks.json`,
    )
    const publicKey = Buffer.from(JSON.stringify(keySet.keys[0]))
    const hmac = await new SignJWT(claims(token))
      .setProtectedHeader({ alg: 'HS256', kid: header.kid, typ: 'JWT' })
      .sign(publicKey)
    const other = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])
    const byOther = await new SignJWT(claims(token))
      .setProtectedHeader({ alg: 'ES256', kid: header.kid, typ: 'JWT' })
      .sign(other.privateKey)
    const forged = [
      `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${encode({ ...header, alg: 'none' })}.${payload}.${signature}`,
      hmac,
      byOther,
      `${encode({ ...header, kid: "' or 1=1 --" })}.${payload}.${signature}`,
      `${encode({ ...header, kid: '../../../../dev/null' })}.${payload}.${signature}`,
      `${encode({ ...header, jku: 'https://evil.example.com/jwks.json' })}.${payload}.${signature}`,
      `${encode({ ...header, typ: 'id_token' })}.${payload}.${signature}`,
      `${head}.${encode({ ...claims(token), sub: '11111111-1111-4111-8111-111111111111' })}.${signature}`,
      `${head}.${payload}.`,
      `${head}.${payload}.${signature.slice(2)}`,
      `["${ada.refreshToken}","${token}"]`,
      'undefined',
      'a.b.c',
      'x'.repeat(8000),
    ]

    expect((await getProject(token)).status).toBe(200)
    for (const one of forged) expect(getErrorCode(await getProject(one))).toBe('UNPARSABLE_ACCESS_TOKEN')
  })

  test('a token has subject, audience, issuer and a lifetime of ten minutes', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const { sub, aud, iss, iat, exp, branchId, role, refreshTokenId } = claims(
      required(ada.headers['x-stack-access-token'], 'the header'),
    )
    const { body: sessions } = await service().get('/auth/sessions?user_id=me', ada.headers)

    expect({ sub, aud, iss, branchId, role }).toEqual({
      sub: ada.userId,
      aud: service().phoneProjectId,
      iss: `http://accounts.example.com/api/v1/projects/${service().phoneProjectId}`,
      branchId: 'main',
      role: 'authenticated',
    })
    expect(exp - iat).toBe(600)
    expect(refreshTokenId).toBe(sessions.items[0].id)
  })

  test('a token of another project has its own error', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const response = await service().get('/projects/current', {
      ...ada.headers,
      'x-stack-project-id': 'internal',
      'x-stack-publishable-client-key': service().keys.internal.publishableClientKey,
    })

    expect(getErrorCode(response)).toBe('INVALID_PROJECT_FOR_ACCESS_TOKEN')
    expect(response.body.details).toEqual({
      expected_project_id: 'internal',
      actual_project_id: service().phoneProjectId,
    })
  })

  /** Guarantee (TN4): a token of another project never grants admin access. */
  test('rejects an admin token of another project', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const asAdmin = {
      ...without('x-stack-publishable-client-key'),
      'x-stack-access-type': 'admin',
    }
    const getProject = (token: string) =>
      service().get('/projects/current', { ...asAdmin, 'x-stack-admin-access-token': token })

    expect(getErrorCode(await getProject(required(ada.headers['x-stack-access-token'], 'the header')))).toBe(
      'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
    )
    expect(getErrorCode(await getProject('garbage'))).toBe('UNPARSABLE_ADMIN_ACCESS_TOKEN')
  })
})
