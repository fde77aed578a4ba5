import { createHmac, generateKeyPairSync } from 'node:crypto'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Guarantee (AS7): the phone accepts only tokens that the account service has signed with its published key.
 */
test('AS7: the phone rejects forged access tokens', async () => {
  await using phone = await startPhone()
  const [ada, hedy] = [phone.signUp('Ada'), phone.signUp('Hedy')]
  const token = await phone.accounts.tokenFor(ada.id)
  const [header = '', payload = '', signature = ''] = token.split('.')
  const { url, projectId } = phone.accounts.connection
  const jwks = await (await fetch(`${url}/api/v1/projects/${projectId}/.well-known/jwks.json`)).json()
  const [jwk] = jwks.keys
  const claims = decodeJwt(token)
  const own = await generateKeyPair('ES256', { extractable: true })
  const sign = (more: object) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', ...more }).sign(own.privateKey)
  const hmac = (secret: string) => {
    const content = `${encode({ alg: 'HS256', kid: jwk.kid })}.${payload}`
    return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
  }
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey

  const forged: Readonly<Record<string, string>> = {
    'algorithm none': `${encode({ alg: 'none', kid: jwk.kid })}.${payload}.`,
    'algorithm None with a signature': `${encode({ alg: 'None', kid: jwk.kid })}.${payload}.${signature}`,
    'HS256 with the public key as secret': hmac(JSON.stringify(jwk)),
    'HS256 with a coordinate of the public key as secret': hmac(
      Buffer.from(jwk.x, 'base64url').toString('latin1'),
    ),
    'a signature of zeros': `${header}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
    'no signature': `${header}.${payload}.`,
    'another user': `${header}.${encode({ ...claims, sub: hedy.id })}.${signature}`,
    'a key of another owner': await sign({ kid: jwk.kid }),
    'a path as key id': await sign({ kid: '../../../../dev/null' }),
    'SQL as key id': await sign({ kid: "' or '1'='1" }),
    'an embedded key': await sign({ kid: jwk.kid, jwk: await exportJWK(own.publicKey) }),
    'the URL of a key': await sign({
      kid: 'own',
      jku: 'http://127.0.0.1:9/keys',
      x5u: 'http://127.0.0.1:9/',
    }),
    RS256: await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: jwk.kid }).sign(rsa),
  }
  const statuses: Record<string, number> = {}
  for (const [name, value] of Object.entries(forged)) {
    const response = await fetch(`${phone.service.url}/api/v1/me`, {
      headers: { 'x-stack-access-token': value },
    })
    statuses[name] = response.status
  }

  expect(statuses).toEqual(Object.fromEntries(Object.keys(forged).map((name) => [name, 401])))
  const valid = await fetch(`${phone.service.url}/api/v1/me`, { headers: { 'x-stack-access-token': token } })
  expect(valid.status).toBe(200)
})
