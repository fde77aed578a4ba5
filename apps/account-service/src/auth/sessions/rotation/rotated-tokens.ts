import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '@parley/server'
import { z } from 'zod'

/** The identity of a refresh token that replaced another one. */
export interface RotatedToken {
  readonly sessionId: string
  /** 1 for the token that replaced the first one. */
  readonly rotation: number
}

/**
 * Creates the refresh token of a rotation: the id of its session, the number of the rotation and their keyed
 * hash. It is computed instead of stored, so that concurrent requests get the same one. `firstTokenHash`,
 * which only the database contains, is part of the hash: the server's secret alone does not suffice to forge
 * a token.
 */
export function createRotatedToken(secrets: Secrets, token: RotatedToken, firstTokenHash: string): string {
  const { sessionId, rotation } = token
  return `r.${sessionId}.${rotation}.${sign(secrets, token, firstTokenHash).toString('base64url')}`
}

const format = z
  .string()
  .max(200)
  .regex(/^r\.[0-9a-f-]{36}\.[1-9]\d{0,8}\.[\w-]{43}$/)

/** Returns what a refresh token claims to be, or null if it is the first one of its session. */
export function parseRotatedToken(text: string): RotatedToken | null {
  if (!format.safeParse(text).success) return null
  const [, sessionId = '', rotation = ''] = text.split('.')
  return z.uuid().safeParse(sessionId).success ? { sessionId, rotation: Number(rotation) } : null
}

/** Whether the server issued a refresh token. Compares in constant time. */
export function isIssued(
  secrets: Secrets,
  text: string,
  token: RotatedToken,
  firstTokenHash: string,
): boolean {
  const presented = Buffer.from(text)
  const expected = Buffer.from(createRotatedToken(secrets, token, firstTokenHash))
  return presented.length === expected.length && timingSafeEqual(presented, expected)
}

function sign(secrets: Secrets, { sessionId, rotation }: RotatedToken, firstTokenHash: string): Buffer {
  return createHmac('sha256', secrets.deriveKey('rotated refresh tokens'))
    .update(`${sessionId} ${rotation} ${firstTokenHash}`)
    .digest()
}
