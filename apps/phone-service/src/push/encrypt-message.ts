import { createCipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser, base64url. */
export interface BrowserKeys {
  readonly p256dh: string
  readonly auth: string
}

/** Random for each message; given by tests of the standard's example. */
interface MessageSecrets {
  readonly salt: Buffer
  readonly privateKey: Buffer
}

const recordSize = 4_096
/** Messages are padded to a multiple, so that their length does not reveal a name. */
const paddedBytes = 512

/**
 * Encrypts a message for a browser. Source: RFC 8291, section 3, with the content coding of RFC 8188, section
 * 2, in one record.
 *
 * @throws {Error} when the key of the browser is no point of P-256.
 */
export function encryptMessage(
  plaintext: Buffer,
  keys: BrowserKeys,
  { salt, privateKey }: MessageSecrets = createMessageSecrets(),
  padTo = paddedBytes,
): Buffer {
  const browserKey = Buffer.from(keys.p256dh, 'base64url')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey)
  const ownKey = ecdh.getPublicKey()
  const shared = ecdh.computeSecret(browserKey)

  const authKey = createHmac('sha256', Buffer.from(keys.auth, 'base64url')).update(shared).digest()
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey, Buffer.from([1])])
  const inputKey = createHmac('sha256', authKey).update(keyInfo).digest()
  const derive = (info: string, length: number) =>
    Buffer.from(hkdfSync('sha256', inputKey, salt, `Content-Encoding: ${info}\0`, length))

  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  // 2 marks the end of the last record; zeros follow.
  const padding = Buffer.alloc(1 + ((padTo - ((plaintext.length + 1) % padTo)) % padTo))
  padding[0] = 2
  const header = Buffer.alloc(5)
  header.writeUInt32BE(recordSize)
  header.writeUInt8(ownKey.length, 4)
  return Buffer.concat([
    salt,
    header,
    ownKey,
    cipher.update(Buffer.concat([plaintext, padding])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

function createMessageSecrets(): MessageSecrets {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { salt: randomBytes(16), privateKey: ecdh.getPrivateKey() }
}
