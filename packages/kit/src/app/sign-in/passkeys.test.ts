import { afterEach, expect, test, vi } from 'vitest'
import {
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from '../../../../../apps/account-service/src/auth/passkeys/testing/software-authenticator.ts'
import { openApp, openSignedInApp, setUpProject } from '../../testing/open-app.ts'

const service = setUpProject()

afterEach(() => vi.unstubAllGlobals())

interface BrowserOptions {
  readonly publicKey: { challenge: ArrayBuffer; rp?: { id: string }; rpId?: string }
}

/** Provides the Web Authentication API of a browser at the phone, with one authenticator. */
function stubBrowser(authenticator: SoftwareAuthenticator) {
  const relyingParties: (string | undefined)[] = []
  const ceremony = ({ publicKey: { challenge, rp, rpId } }: BrowserOptions) => {
    relyingParties.push(rp?.id ?? rpId)
    return { challenge: Buffer.from(challenge).toString('base64url'), origin: 'https://phone.example.com' }
  }
  const toCredential = ({ id, type, response }: ReturnType<SoftwareAuthenticator['get']>) => ({
    id,
    type,
    rawId: decode(id),
    response: {
      ...Object.fromEntries(Object.entries(response).map(([name, value]) => [name, decode(String(value))])),
      getTransports: () => ['internal'],
    },
    getClientExtensionResults: () => ({}),
  })
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('navigator', {
    credentials: {
      create: async (options: BrowserOptions) => toCredential(authenticator.create(ceremony(options))),
      get: async (options: BrowserOptions) => toCredential(authenticator.get(ceremony(options))),
    },
  })
  return relyingParties
}

function decode(text: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(text, 'base64url')).buffer
}

test('a registered passkey of this host signs its user in', async () => {
  const relyingParties = stubBrowser(softwareAuthenticator())
  const { app, user } = await openSignedInApp(service(), 'ada')

  expect(await user.registerPasskey()).toEqual({ status: 'ok', data: undefined })
  expect((await app.getUser())?.passkeyAuthEnabled).toBe(true)
  const other = openApp(service())
  expect(await other.app.signInWithPasskey()).toEqual({ status: 'ok', data: undefined })

  expect(relyingParties).toEqual(['phone.example.com', 'phone.example.com'])
  expect((await other.app.getUser())?.id).toBe(user.id)
  expect(other.visited).toEqual(['/'])
})

test('an unknown passkey is returned as an error', async () => {
  stubBrowser(softwareAuthenticator())
  const { app } = openApp(service())

  expect(await app.signInWithPasskey()).toMatchObject({
    status: 'error',
    error: { errorCode: 'PASSKEY_AUTHENTICATION_FAILED' },
  })
})

test('an error of the browser is returned with its code', async () => {
  const { app, user } = await openSignedInApp(service(), 'ada')
  const cancel = async () => {
    throw new DOMException('The user has cancelled.', 'NotAllowedError')
  }
  const abort = async () => {
    throw new DOMException('A newer request.', 'InvalidStateError')
  }
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('location', { hostname: 'phone.example.com' })
  vi.stubGlobal('navigator', { credentials: { create: abort, get: cancel } })

  expect(await app.signInWithPasskey()).toMatchObject({
    error: { errorCode: 'PASSKEY_WEBAUTHN_ERROR', details: { code: 'NotAllowedError' } },
  })
  expect(await user.registerPasskey()).toMatchObject({
    error: {
      errorCode: 'PASSKEY_WEBAUTHN_ERROR',
      details: { code: 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' },
    },
  })
  vi.unstubAllGlobals()
  expect(await app.signInWithPasskey()).toMatchObject({
    error: { errorCode: 'PASSKEY_WEBAUTHN_ERROR', message: expect.stringContaining('not supported') },
  })
})

/** Guarantee (catalogue 8): each error of a registration keeps its code. */
test.each([
  ['ERROR_CEREMONY_ABORTED', 'AbortError', {}],
  ['ERROR_INVALID_DOMAIN', 'SecurityError', { hostname: '10.0.0.7' }],
  ['ERROR_INVALID_RP_ID', 'SecurityError', { relyingParty: 'other.example.com' }],
  ['ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', 'InvalidStateError', {}],
  ['ERROR_INVALID_USER_ID_LENGTH', 'TypeError', { userId: Buffer.alloc(65).toString('base64url') }],
] as const)('the error %s of a registration is returned', async (code, name, changes) => {
  const { hostname, relyingParty, userId } = { hostname: 'phone.example.com', ...changes } as RegistrationCase
  const changeUserId: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (!userId || !String(input).endsWith('/initiate-passkey-registration')) return response
    const body = await response.json()
    body.options_json.user.id = userId
    return Response.json(body, { headers: response.headers })
  }
  const { user } = await openSignedInApp(service(), 'ada', { fetch: changeUserId })
  const create = () => Promise.reject(Object.assign(new Error('Refused.'), { name }))
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('location', { hostname })
  vi.stubGlobal('navigator', { credentials: { create } })

  expect(await user.registerPasskey({ hostname: relyingParty ?? hostname })).toMatchObject({
    error: { errorCode: 'PASSKEY_WEBAUTHN_ERROR', details: { code } },
  })
})

interface RegistrationCase {
  readonly hostname: string
  readonly relyingParty?: string
  readonly userId?: string
}
