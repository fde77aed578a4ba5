import { managedProjects } from '@parley/contract/account'
import { required } from '@parley/primitives'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAccountService, type TestService } from '../../testing.ts'
import { createApplication } from './testing/application.ts'
import {
  type KnownProviderServer,
  knownClient,
  type Script,
  startKnownProviderServer,
} from './testing/known-provider-server.ts'

let provider: KnownProviderServer
let service: TestService
const appleKeys = await generateKeyPair('RS256', { extractable: true })

beforeAll(async () => {
  provider = await startKnownProviderServer()
  service = await startAccountService({
    options: {
      internalSignUp: true,
      providerOrigins: Object.fromEntries(managedProjects.providerIds.map((id) => [id, provider.origin])),
      sharedProviders: {
        google: { clientId: knownClient.client_id, clientSecret: knownClient.client_secret },
      },
    },
  })
})

afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await provider?.[Symbol.asyncDispose]()
})

/** The resulting user and the requests to the provider. */
interface Expected {
  readonly account_id: string
  readonly email: string | null
  readonly isVerified: boolean
  readonly display_name: string | null
  readonly profile_image_url: string | null
  readonly scope: string
}

const avatar = 'https://img.example.com/ada.png'
const common = { display_name: 'Ada', profile_image_url: avatar, email: 'ada@example.com' }

/** Responses as in the documentation of each provider. */
const table: Readonly<Record<string, { script: Script; expected: Expected }>> = {
  google: {
    script: {
      authorizationPath: '/o/oauth2/v2/auth',
      tokenPath: '/token',
      credentialsIn: 'body',
      tokenResponse: () => ({
        scope: 'https://www.googleapis.com/auth/userinfo.email openid',
        id_token: 'left unread',
      }),
      responses: {
        '/v1/userinfo': {
          body: {
            sub: '10769150350006150715113082367',
            name: 'Ada',
            picture: avatar,
            email: 'Ada@Example.com',
            email_verified: true,
          },
        },
      },
    },
    expected: {
      ...common,
      account_id: '10769150350006150715113082367',
      isVerified: true,
      scope:
        'https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
    },
  },
  github: {
    script: {
      authorizationPath: '/login/oauth/authorize',
      tokenPath: '/login/oauth/access_token',
      credentialsIn: 'body',
      tokenResponse: () => ({ scope: 'read:org,user:email', expires_in: undefined }),
      responses: {
        '/user': { body: { id: 583231, login: 'ada', name: null, email: null, avatar_url: avatar } },
        '/user/emails': {
          body: [
            { email: 'other@example.com', primary: false, verified: true, visibility: null },
            { email: 'ada@example.com', primary: true, verified: true, visibility: 'private' },
          ],
        },
      },
    },
    expected: { ...common, account_id: '583231', isVerified: true, display_name: 'ada', scope: 'user:email' },
  },
  microsoft: {
    script: {
      authorizationPath: '/consumers/oauth2/v2.0/authorize',
      tokenPath: '/consumers/oauth2/v2.0/token',
      credentialsIn: 'body',
      tokenResponse: () => ({ scope: 'https://graph.microsoft.com/User.Read', id_token: 'left unread' }),
      responses: {
        '/v1.0/me': {
          body: { id: '48d31887', displayName: 'Ada', mail: null, userPrincipalName: 'ada@example.com' },
        },
      },
    },
    expected: {
      ...common,
      account_id: '48d31887',
      isVerified: false,
      profile_image_url: null,
      scope: 'User.Read openid',
    },
  },
  spotify: {
    script: {
      authorizationPath: '/authorize',
      tokenPath: '/api/token',
      credentialsIn: 'header',
      responses: {
        '/v1/me': {
          body: { id: 'ada31', email: 'ada@example.com', display_name: 'Ada', images: [{ url: avatar }] },
        },
      },
    },
    expected: {
      ...common,
      account_id: 'ada31',
      isVerified: false,
      scope: 'user-read-email user-read-private',
    },
  },
  facebook: {
    script: {
      authorizationPath: '/v23.0/dialog/oauth',
      tokenPath: '/v23.0/oauth/access_token',
      credentialsIn: 'body',
      responses: {
        '/v23.0/me': {
          body: { id: '10226', name: 'Ada', email: 'ada@example.com', picture: { data: { url: avatar } } },
        },
      },
    },
    expected: { ...common, account_id: '10226', isVerified: false, scope: 'openid public_profile email' },
  },
  discord: {
    script: {
      authorizationPath: '/oauth2/authorize',
      tokenPath: '/api/oauth2/token',
      credentialsIn: 'body',
      responses: {
        '/api/users/@me': {
          body: {
            id: '80351110224678912',
            username: 'ada',
            global_name: 'Ada',
            avatar: '8342729',
            email: 'ada@example.com',
            verified: true,
          },
        },
      },
    },
    expected: {
      ...common,
      account_id: '80351110224678912',
      isVerified: true,
      profile_image_url: 'https://cdn.discordapp.com/avatars/80351110224678912/8342729.png',
      scope: 'identify email',
    },
  },
  gitlab: {
    script: {
      authorizationPath: '/oauth/authorize',
      tokenPath: '/oauth/token',
      credentialsIn: 'body',
      responses: {
        '/api/v4/user': {
          body: {
            id: 1,
            username: 'ada',
            name: 'Ada',
            email: 'ada@example.com',
            avatar_url: avatar,
            confirmed_at: '2012-05-23T09:05:22.000Z',
          },
        },
      },
    },
    expected: { ...common, account_id: '1', isVerified: true, scope: 'read_user' },
  },
  bitbucket: {
    script: {
      authorizationPath: '/site/oauth2/authorize',
      tokenPath: '/site/oauth2/access_token',
      credentialsIn: 'header',
      tokenResponse: () => ({ scopes: 'account email' }),
      responses: {
        '/2.0/user': {
          body: { account_id: '557058:1', display_name: 'Ada', links: { avatar: { href: avatar } } },
        },
        '/2.0/user/emails': {
          body: { values: [{ email: 'ada@example.com', is_primary: true, is_confirmed: false }], size: 1 },
        },
      },
    },
    expected: { ...common, account_id: '557058:1', isVerified: false, scope: 'account email' },
  },
  linkedin: {
    script: {
      authorizationPath: '/oauth/v2/authorization',
      tokenPath: '/oauth/v2/accessToken',
      credentialsIn: 'body',
      isWithoutPkce: true,
      tokenResponse: () => ({
        token_type: undefined,
        scope: 'email,openid,profile',
        id_token: 'left unread',
      }),
      responses: {
        '/v2/userinfo': {
          body: {
            sub: '782bbtaQ',
            name: 'Ada',
            picture: avatar,
            email: 'ada@example.com',
            email_verified: 'true',
          },
        },
      },
    },
    expected: { ...common, account_id: '782bbtaQ', isVerified: true, scope: 'openid profile email' },
  },
  apple: {
    script: {
      authorizationPath: '/auth/authorize',
      tokenPath: '/auth/token',
      credentialsIn: 'body',
      formFields: {
        // Characters that PostgreSQL rejects are removed from names.
        user: JSON.stringify({
          name: { firstName: 'Ada\u0000', lastName: 'Lovelace' },
          email: 'ada@example.com',
        }),
      },
      tokenResponse: async () => ({
        id_token: await new SignJWT({
          email: 'ada@example.com',
          email_verified: 'true',
          nonce: nonceOfApple(),
        })
          .setProtectedHeader({ alg: 'RS256', kid: 'apple' })
          .setIssuer('https://appleid.apple.com')
          .setAudience(knownClient.client_id)
          .setSubject('001999.ada.0001')
          .setIssuedAt()
          .setExpirationTime('5m')
          .sign(appleKeys.privateKey),
      }),
      responses: {
        '/auth/keys': {
          body: {
            keys: [{ ...(await exportJWK(appleKeys.publicKey)), kid: 'apple', alg: 'RS256', use: 'sig' }],
          },
        },
      },
    },
    expected: {
      ...common,
      account_id: '001999.ada.0001',
      isVerified: true,
      display_name: 'Ada Lovelace',
      profile_image_url: null,
      scope: 'name email',
    },
  },
  x: {
    script: {
      authorizationPath: '/i/oauth2/authorize',
      tokenPath: '/2/oauth2/token',
      credentialsIn: 'header',
      responses: {
        '/2/users/me': {
          body: { data: { id: '2244994945', name: 'Ada', username: 'ada', profile_image_url: avatar } },
        },
      },
    },
    expected: {
      ...common,
      account_id: '2244994945',
      email: null,
      isVerified: false,
      scope: 'users.read offline.access tweet.read',
    },
  },
  twitch: {
    script: {
      authorizationPath: '/oauth2/authorize',
      tokenPath: '/oauth2/token',
      credentialsIn: 'body',
      tokenResponse: () => ({ scope: ['user:read:email'] }),
      neededHeaders: { 'client-id': knownClient.client_id },
      responses: {
        '/helix/users': {
          body: {
            data: [
              {
                id: '141981764',
                login: 'ada',
                display_name: 'Ada',
                email: 'ada@example.com',
                profile_image_url: avatar,
              },
            ],
          },
        },
      },
    },
    expected: { ...common, account_id: '141981764', isVerified: true, scope: 'user:read:email' },
  },
}

function nonceOfApple(): string {
  return provider.requests.findLast(({ path }) => path === '/auth/authorize')?.query.get('nonce') ?? ''
}

function newApplication(id: string, further: object = {}) {
  const oauth_providers = [{ id, type: 'standard', ...knownClient, ...further }]
  return createApplication(service, { config: { oauth_providers } })
}

test('the table covers every built-in provider', () => {
  expect(Object.keys(table).toSorted()).toEqual([...managedProjects.providerIds].toSorted())
})

test.each(Object.entries(table))(
  '%s: maps the profile, the verification of the e-mail address, and the requested scopes',
  async (id, { script, expected }) => {
    provider.play(script)
    const app = await newApplication(id)

    const { headersOfUser } = await app.signIn(id, { sub: 'unused' })

    const { body: user } = await service.get('/users/me', headersOfUser)
    expect(user).toMatchObject({
      display_name: expected.display_name,
      profile_image_url: expected.profile_image_url,
      primary_email: expected.email,
      primary_email_verified: expected.isVerified,
      oauth_providers: [{ id, account_id: expected.account_id }],
    })
    const authorization = required(
      provider.requests.findLast(({ path }) => path === script.authorizationPath),
      'an authorization request',
    ).query
    expect(authorization.get('scope')).toBe(expected.scope)
    expect(authorization.get('redirect_uri')).toBe(
      `http://accounts.example.com/api/v1/auth/oauth/callback/${id}`,
    )
    expect(authorization.has('code_challenge')).toBe(id !== 'linkedin')
    expect(authorization.get('response_mode')).toBe(id === 'apple' ? 'form_post' : null)
  },
)

test('uses the configured Microsoft tenant and Facebook configuration', async () => {
  const microsoft = await newApplication('microsoft', { microsoft_tenant_id: 'acme/../x' })
  const facebook = await newApplication('facebook', { facebook_config_id: '12345' })
  const fetchRedirect = async (url: string) => {
    const { headers } = await fetch(url.replace('http://accounts.example.com', service.origin), {
      redirect: 'manual',
    })
    return new URL(headers.get('location') ?? '')
  }

  expect((await fetchRedirect(microsoft.authorizeUrl('microsoft'))).pathname).toBe(
    '/acme%2F..%2Fx/oauth2/v2.0/authorize',
  )
  expect((await fetchRedirect(facebook.authorizeUrl('facebook'))).searchParams.get('config_id')).toBe('12345')
})

test('shared credentials sign users in but do not expose provider tokens', async () => {
  provider.play(required(table.google, 'Google').script)
  const app = await createApplication(service, {
    config: { oauth_providers: [{ id: 'google', type: 'shared' }] },
  })
  const { headersOfUser } = await app.signIn('google', { sub: 'unused' })

  const response = await service.post('/connected-accounts/me/google/access-token', {}, headersOfUser)

  expect([response.status, response.body.code]).toEqual([
    400,
    'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
  ])
})

test('exposes provider tokens of shared credentials if the operator allows it', async () => {
  provider.play(required(table.google, 'Google').script)
  await using isolated = await startAccountService({
    options: {
      internalSignUp: true,
      sharedProviderTokens: true,
      providerOrigins: { google: provider.origin },
      sharedProviders: {
        google: { clientId: knownClient.client_id, clientSecret: knownClient.client_secret },
      },
    },
  })
  const app = await createApplication(isolated, {
    config: { oauth_providers: [{ id: 'google', type: 'shared' }] },
  })
  const { headersOfUser } = await app.signIn('google', { sub: 'unused' })

  expect((await isolated.post('/connected-accounts/me/google/access-token', {}, headersOfUser)).status).toBe(
    201,
  )
})

const sharedGoogle = { id: 'google', type: 'shared' }
const ownGoogle = { id: 'google', type: 'standard', ...knownClient }

/**
 * Guarantee (UA10): an owner of a project gets no tokens that were issued to the operator's client, even with
 * its id.
 */
test.each([
  ['shared', 'own', sharedGoogle, { ...ownGoogle, client_secret: 'guessed' }],
  ['own', 'shared', ownGoogle, sharedGoogle],
  ['one’s own', 'other own', ownGoogle, { ...ownGoogle, client_id: 'another' }],
])(
  'UA10: tokens that were issued to %s credentials are not returned after a change to %s ones',
  async (...row) => {
    const [, , before, after] = row
    provider.play(required(table.google, 'Google').script)
    await using isolated = await startAccountService({
      options: {
        internalSignUp: true,
        sharedProviderTokens: true,
        providerOrigins: { google: provider.origin },
        sharedProviders: {
          google: { clientId: knownClient.client_id, clientSecret: knownClient.client_secret },
        },
      },
    })
    const app = await createApplication(isolated, { config: { oauth_providers: [before] } })
    const { headersOfUser } = await app.signIn('google', { sub: 'unused' })
    const request = () => isolated.post('/connected-accounts/me/google/access-token', {}, headersOfUser)

    const issued = await request()
    await app.configure({ oauth_providers: [after] })
    const changed = await request()
    await app.configure({ oauth_providers: [before] })
    const again = await request()

    expect([issued.status, again.status]).toEqual([201, 201])
    expect([changed.status, changed.body.code]).toEqual([
      400,
      'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
    ])
  },
)

test.each([
  ['github', '/user/emails', { status: 403, body: {} }],
  ['facebook', '/v23.0/me', { body: { id: '10226', name: 'Ada' } }],
  ['discord', '/api/users/@me', { body: { username: 'stranger' } }],
  ['twitch', '/helix/users', { body: { data: [] } }],
  ['gitlab', '/api/v4/user', { status: 500, body: null }],
])('%s: an incomplete profile returns a plain-text error', async (id, path, response) => {
  const { script } = required(table[id], 'the provider')
  provider.play({ ...script, responses: { ...script.responses, [path]: response } })
  const app = await newApplication(id)

  const { status, text, headers } = await app.go(id, null)

  expect([status, headers.get('x-stack-known-error')]).toEqual([400, null])
  expect(text).toMatch(/^[A-Z].*\.$/)
})

test.each([
  ['an error with status 200', () => ({ error: 'bad_verification_code', access_token: undefined })],
  ['no token at all', () => ({ access_token: undefined })],
  ['a token that is not a string', () => ({ access_token: 7 })],
])('github: %s returns a plain-text error', async (_what, tokenResponse) => {
  provider.play({ ...required(table.github, 'GitHub').script, tokenResponse })
  const app = await newApplication('github')

  expect((await app.go('github', null)).status).toBe(400)
})

/** Guarantee: a provider of one project does not occupy the service with its responses. */
test('ZR86: a token response with more than 128 KiB is rejected, and unknown members are dropped', async () => {
  const { script } = required(table.github, 'GitHub')
  const signInWith = async (length: number) => {
    provider.play({ ...script, tokenResponse: () => ({ filler: 'x'.repeat(length) }) })
    const app = await newApplication('github')
    return (await app.go('github', null)).url.host
  }

  expect(await signInWith(100_000)).toBe('app.example.com')
  expect(await signInWith(140_000)).not.toBe('app.example.com')
})

test.each([1e13, 1e300])('github: a token that expires in %f seconds signs the user in', async (seconds) => {
  const { script } = required(table.github, 'GitHub')
  provider.play({ ...script, tokenResponse: () => ({ expires_in: seconds }) })
  const app = await newApplication('github')

  expect((await app.go('github', null)).url.host).toBe('app.example.com')
})

test('github: a token without expiry is assumed to be valid for eight hours', async () => {
  provider.play(required(table.github, 'GitHub').script)
  const app = await newApplication('github')
  const { headersOfUser } = await app.signIn('github', { sub: 'unused' })
  const { body: user } = await service.get('/users/me', headersOfUser)
  const requestToken = () =>
    service.post(`/connected-accounts/${user.id}/github/access-token`, {}, app.serverHeaders)

  expect((await requestToken()).status).toBe(201)
  service.advance(7.9 * 60 * 60_000)
  expect((await requestToken()).status).toBe(201)
  service.advance(0.1 * 60 * 60_000)
  expect((await requestToken()).body.code).toBe('OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE')
})
