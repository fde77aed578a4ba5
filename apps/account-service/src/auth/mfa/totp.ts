import { Secret, TOTP } from 'otpauth'

const stepSeconds = 30

/**
 * Returns the TOTP time step of six digits: the current or an adjacent one; null if none matches (RFC 6238,
 * section 5.2).
 */
export function findTotpStep(digits: string, secret: Buffer, now: Date): number | null {
  if (!/^[0-9]{6}$/.test(digits)) return null
  const key = new Secret({ buffer: new Uint8Array(secret).buffer })
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: digits, secret: key, period: stepSeconds, timestamp, window: 1 })
  return delta === null ? null : TOTP.counter({ period: stepSeconds, timestamp }) + delta
}
