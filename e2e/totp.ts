import { createHmac } from 'node:crypto'

/** Returns a code of an authenticator app (RFC 6238): of the current step of 30 s, or of a later one. */
export function generateTotp(secret: Buffer, stepOffset = 0): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepOffset))
  const hash = createHmac('sha1', secret).update(step).digest()
  const value = hash.readUInt32BE((hash.at(-1) ?? 0) & 0x0f) & 0x7fff_ffff
  return String(value % 1_000_000).padStart(6, '0')
}
