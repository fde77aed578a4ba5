import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Services } from '../services.ts'

export const codeLength = 6

export function createCode(): string {
  return String(randomInt(10 ** codeLength)).padStart(codeLength, '0')
}

/** Returns the hash of a code. It is keyed, because a code has too few digits for any other hash. */
export function hashCode({ secrets }: Pick<Services, 'secrets'>, callId: string, code: string): Buffer {
  const key = secrets.deriveKey('codes of phone verifications')
  return createHmac('sha256', key).update(`${callId} ${code}`).digest()
}

/** Returns whether a code has a stored hash, in a time that does not depend on its digits. */
export function matchesHash(hash: Buffer, stored: Buffer): boolean {
  return hash.length === stored.length && timingSafeEqual(hash, stored)
}
