import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts stored secrets with keys derived from the server's secret, which is not in the database. */
export interface Secrets {
  /**
   * Returns `keyId.nonce.ciphertext.tag`, each base64url. `purpose` is authenticated, so a value cannot be
   * used elsewhere.
   */
  seal(plaintext: string, purpose: string): string
  /**
   * @throws {Error} when the value was modified or was encrypted for another purpose or with another secret.
   */
  open(sealed: string, purpose: string): string
  /** Returns a 32-byte key for one purpose, for signatures and keyed hashes. */
  deriveKey(purpose: string): Buffer
}

const minSecretBytes = 32

/** @throws {Error} with a message for the terminal when the secret is too short. */
export function createSecrets(serverSecret: string): Secrets {
  if (Buffer.byteLength(serverSecret) < minSecretBytes) {
    throw new Error(`PARLEY_SECRET is too short. It needs at least ${minSecretBytes} random characters.`)
  }
  // The map stays small: purposes are constants of the program.
  const keys = new Map<string, Buffer>()
  const deriveKey = (purpose: string) => {
    const known = keys.get(purpose)
    const key = known ?? Buffer.from(hkdfSync('sha256', serverSecret, 'parley', purpose, 32))
    keys.set(purpose, key)
    return key
  }
  const key = deriveKey('sealed values')
  const keyId = createHash('sha256').update(key).digest('base64url').slice(0, 8)

  return {
    deriveKey,
    seal(plaintext, purpose) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
      const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      return [
        keyId,
        ...[nonce, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url')),
      ].join('.')
    },
    open(sealed, purpose) {
      const [sealedWith, nonce, ciphertext, tag] = sealed.split('.')
      if (sealedWith !== keyId || !nonce || ciphertext === undefined || !tag) {
        throw new Error('A stored secret was encrypted with another PARLEY_SECRET.')
      }
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
        authTagLength: 16,
      })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([
        decipher.update(Buffer.from(ciphertext, 'base64url')),
        decipher.final(),
      ]).toString('utf8')
    },
  }
}

/** Returns the SHA-256 hash in hex. For tokens with at least 128 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const crockford = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Returns a random token in lower-case Crockford base32, with 5 bits per character (225 bits for 45
 * characters).
 */
export function randomToken(characters: number): string {
  let token = ''
  for (const byte of randomBytes(characters)) token += crockford[byte & 31]
  return token
}
