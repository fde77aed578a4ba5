import { createDecipheriv, createECDH, createHmac, createPublicKey, hkdfSync, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { push } from '@parley/contract/phone'
import { waitUntil } from '@parley/primitives'
import { makeCertificate } from '@parley/sip/testing'
import { jwtVerify } from 'jose'

interface ReceivedPush {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Starts a push service on loopback with TLS. Its certificate is trusted by this process until disposed. */
export async function startPushService() {
  const { key, cert } = await makeCertificate()
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, cert])
  const received: ReceivedPush[] = []
  const statuses = new Map<string, number>()
  const server = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(statuses.get(path) ?? 201).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `https://127.0.0.1:${port}`

  return {
    origin,
    received,
    /** Sets the status of the responses to messages for a browser. */
    respondWith: (path: string, status: number) => void statuses.set(path, status),
    /** Creates a subscription as a browser does, which decrypts its messages. */
    subscribe(path: string) {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      const messages = () => received.filter((each) => each.path === path)
      return {
        body: {
          endpoint: `${origin}${path}`,
          keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
          locale: 'en-US',
        },
        messages,
        /** Resolves to the message at `index`, decrypted. */
        async next(index: number): Promise<push.PushMessage> {
          const { body } = await waitUntil('a message arrives', () => messages()[index])
          return JSON.parse(decrypt(body, ecdh, auth).toString())
        },
      }
    },
    [Symbol.asyncDispose]() {
      setDefaultCACertificates(trusted)
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Returns the claims of the header that identifies the sender, if `publicKey` signed it; RFC 8292. */
export async function verifyPushAuthorization({ headers }: ReceivedPush, publicKey: string) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  if (key !== publicKey) throw new Error('The message was signed with another key.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  return (await jwtVerify(token, createPublicKey({ format: 'jwk', key: jwk }))).payload
}

/** Decrypts a message with one record; RFC 8291, section 3.4. */
function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + senderKey.length)
  const mac = (key: Buffer, data: Buffer) => createHmac('sha256', key).update(data).digest()
  const shared = mac(auth, ecdh.computeSecret(senderKey))
  const info = [Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey, Buffer.from([1])]
  const inputKey = mac(shared, Buffer.concat(info))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', inputKey, salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const plaintext = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return plaintext.subarray(0, plaintext.lastIndexOf(2))
}
