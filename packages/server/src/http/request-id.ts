import { randomBytes } from 'node:crypto'

const crockford = '0123456789abcdefghjkmnpqrstvwxyz'

/** Random text of lower-case Crockford base32, 5 random bits a character. */
export function randomBase32(characters: number): string {
  return Array.from(randomBytes(characters), (byte) => crockford[byte & 31]).join('')
}

/** Names one request, in answers and in the log: 16 characters, 80 random bits. */
export function createRequestId(): string {
  return randomBase32(16)
}
