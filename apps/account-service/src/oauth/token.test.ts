import { required } from '@parley/primitives'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { getErrorCode, setUpAccountService, signUp, uniqueEmail } from '../testing.ts'

const service = setUpAccountService()

/** Calls the token endpoint as an OAuth client does: a form, without custom headers. */
async function token(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${service().origin}/api/v1/auth/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const client = () => ({
  client_id: service().phoneProjectId,
  client_secret: service().keys.phone.publishableClientKey,
})

describe('the token endpoint', () => {
  test('exchanges a refresh token for an access token without a new refresh token', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const response = await token({
      grant_type: 'refresh_token',
      refresh_token: ada.refreshToken,
      ...client(),
    })

    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 600,
      scope: 'legacy',
    })
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.get('pragma')).toBe('no-cache')
    const me = await service().get('/users/me', { 'x-stack-access-token': response.body.access_token })
    expect(me.body.id).toBe(ada.userId)
  })

  test('accepts client credentials in a Basic header with exactly two parts', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
    const fields = { grant_type: 'refresh_token', refresh_token: ada.refreshToken }
    const { client_id, client_secret } = client()

    expect((await token(fields, basic(`${client_id}:${client_secret}`))).status).toBe(200)
    for (const text of [client_id, `${client_id}:${client_secret}:more`, ':', `${client_id}:wrong`])
      expect(getErrorCode(await token(fields, basic(text)))).toBe('INVALID_OAUTH_CLIENT_ID_OR_SECRET')
  })

  test('errors have HTTP statuses and a text in `error`', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const fields = { grant_type: 'refresh_token', refresh_token: ada.refreshToken }
    const wrongClient = await token({ ...fields, ...client(), client_secret: 'pck_wrong' })
    const wrongToken = await token({ ...fields, ...client(), refresh_token: 'nothing' })
    const otherProject = await token({
      ...fields,
      client_id: 'internal',
      client_secret: service().keys.internal.publishableClientKey,
    })
    const noToken = await token({ grant_type: 'refresh_token', ...client() })
    const code = await token({
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: 'y',
      code_verifier: 'z',
      ...client(),
    })
    const otherGrant = await token({ grant_type: 'password', ...client() })

    expect([wrongClient.status, wrongClient.body.details]).toEqual([400, { client_id: null }])
    expect([wrongToken.status, getErrorCode(wrongToken)]).toEqual([401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'])
    expect(getErrorCode(otherProject)).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
    expect([noToken.status, noToken.body.error]).toEqual([400, 'invalid_request'])
    expect(getErrorCode(code)).toBe('INVALID_AUTHORIZATION_CODE')
    expect(getErrorCode(otherGrant)).toBe('SCHEMA_ERROR')
    for (const { body } of [wrongClient, wrongToken, code, otherGrant])
      expect(body.error).toBeTypeOf('string')
  })

  /** Guarantee (BR1): a page of another site cannot use the token endpoint by a form post. */
  test('rejects a cross-site form post', async () => {
    const { statusCode } = await service().app.inject({
      method: 'POST',
      url: '/api/v1/auth/oauth/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-site': 'cross-site',
      },
      payload: 'grant_type=refresh_token',
    })

    expect(statusCode).toBe(403)
  })
})

describe('the key set', () => {
  test('verifies the tokens of its project and contains only public keys', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const path = `/projects/${service().phoneProjectId}/.well-known/jwks.json`
    const { body } = await service().get(path, {
      'x-stack-access-type': '',
      'x-stack-publishable-client-key': '',
    })

    expect(body.keys).toHaveLength(1)
    expect(Object.keys(body.keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    const { payload } = await jwtVerify(
      required(ada.headers['x-stack-access-token'], 'the header'),
      createLocalJWKSet(body),
      {
        audience: service().phoneProjectId,
      },
    )
    expect(payload.sub).toBe(ada.userId)
  })

  test('each project has its own key; an unknown project is not found', async () => {
    const fetchKeys = async (id: string) =>
      (await service().get(`/projects/${id}/.well-known/jwks.json`)).body
    const phone = await fetchKeys(service().phoneProjectId)
    const internal = await fetchKeys('internal')

    expect(internal.keys[0].kid).not.toBe(phone.keys[0].kid)
    expect((await service().get('/projects/nothing/.well-known/jwks.json')).status).toBe(404)
  })
})
