import { createECDH, createPrivateKey } from 'node:crypto'
import { required } from '@parley/primitives'
import { SignJWT } from 'jose'
import type { Services } from '../services.ts'
import { findPushKeys, insertPushKeys } from './push-keys.ts'

const purpose = 'web push key'
/** Push services reject more than a day. */
const tokenLifetimeMs = 12 * 60 * 60 * 1_000

type Deps = Pick<Services, 'database' | 'secrets' | 'settings' | 'now'>

/** Returns the public key of this installation. It is created once, because browsers subscribe with it. */
export async function getPublicPushKey(deps: Pick<Deps, 'database' | 'secrets'>): Promise<string> {
  return (await getPushKeys(deps)).publicKey
}

async function getPushKeys({ database, secrets }: Pick<Deps, 'database' | 'secrets'>) {
  const stored = await findPushKeys(database)
  if (stored) return stored
  const created = createECDH('prime256v1')
  created.generateKeys()
  await insertPushKeys(database, {
    publicKey: created.getPublicKey().toString('base64url'),
    privateKeyEncrypted: secrets.seal(created.getPrivateKey().toString('base64url'), purpose),
  })
  return required(await findPushKeys(database), 'the stored keys')
}

/** Returns the header that identifies this installation at a push service; RFC 8292, sections 2 and 3. */
export async function createPushAuthorization(deps: Deps, endpoint: string): Promise<string> {
  const { publicKey, privateKeyEncrypted } = await getPushKeys(deps)
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: deps.secrets.open(privateKeyEncrypted, purpose),
    },
  })
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(new Date(deps.now().getTime() + tokenLifetimeMs))
    .setSubject(deps.settings.publicUrl ?? 'mailto:parley@localhost')
    .sign(key)
  return `vapid t=${token}, k=${publicKey}`
}
