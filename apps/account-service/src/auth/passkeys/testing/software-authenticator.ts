import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { required } from '@parley/primitives'

/** Overrides of what an authenticator reports, as an attacker could set them. */
export interface Ceremony {
  readonly challenge: string
  readonly origin: string
  /** The relying party id; defaults to the host of the origin. */
  readonly relyingPartyId?: string
  readonly userVerified?: boolean
  readonly userPresent?: boolean
  readonly backupEligible?: boolean
  readonly backedUp?: boolean
  readonly counter?: number
  readonly type?: string
  readonly crossOrigin?: boolean
  /** Format of an attestation without a statement. */
  readonly attestationFormat?: string
}

export interface SoftwareAuthenticator {
  readonly credentialId: string
  /** A RegistrationResponseJSON (Web Authentication, section 5.1). */
  create(ceremony: Ceremony): Credential
  /** An AuthenticationResponseJSON. */
  get(ceremony: Ceremony, userHandle?: string): Credential
}

export interface Credential {
  readonly id: string
  readonly rawId: string
  readonly type: string
  readonly response: Readonly<Record<string, unknown>>
  readonly clientExtensionResults: object
}

/** A software authenticator with one ES256 key and no attestation. */
export function softwareAuthenticator(id: Buffer = randomBytes(32)): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = id.toString('base64url')
  const credential = { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {} }

  return {
    credentialId,
    create(ceremony) {
      const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, encodeCoseKey(publicKey)])
      const authenticatorData = Buffer.concat([encodeAuthenticatorData(ceremony, 0x40), attested])
      const clientData = encodeClientData('webauthn.create', ceremony)
      return {
        ...credential,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          attestationObject: encodeAttestation(authenticatorData, ceremony.attestationFormat).toString(
            'base64url',
          ),
          transports: ['internal'],
        },
      }
    },
    get(ceremony, userHandle) {
      const authenticatorData = encodeAuthenticatorData(ceremony, 0)
      const clientData = encodeClientData('webauthn.get', ceremony)
      const signed = Buffer.concat([authenticatorData, sha256(clientData)])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      }
    },
  }
}

function encodeClientData(
  type: string,
  { challenge, origin, crossOrigin = false, ...overrides }: Ceremony,
): Buffer {
  return Buffer.from(JSON.stringify({ type: overrides.type ?? type, challenge, origin, crossOrigin }))
}

/** Authenticator data: relying party id hash, flags and counter (Web Authentication, section 6.1). */
function encodeAuthenticatorData(ceremony: Ceremony, flags: number): Buffer {
  const { userPresent = true, userVerified = true, backupEligible = false, backedUp = false } = ceremony
  const relyingPartyId = ceremony.relyingPartyId ?? new URL(ceremony.origin).hostname
  const allFlags =
    flags |
    (userPresent ? 0x01 : 0) |
    (userVerified ? 0x04 : 0) |
    (backupEligible ? 0x08 : 0) |
    (backedUp ? 0x10 : 0)
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(ceremony.counter ?? 0)
  return Buffer.concat([sha256(Buffer.from(relyingPartyId)), Buffer.from([allFlags]), counter])
}

/** Encodes a public key as COSE (RFC 9053, section 7.1.1). */
function encodeCoseKey(publicKey: KeyObject): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(required(x, 'the value'), 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(required(y, 'the value'), 'base64url'),
  ])
}

/** Encodes `{ fmt, attStmt: {}, authData }` as CBOR. */
function encodeAttestation(authenticatorData: Buffer, format = 'none'): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text(format),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x59]),
    uint16(authenticatorData.length),
    authenticatorData,
  ])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
