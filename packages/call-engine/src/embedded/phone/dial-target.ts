import type { PhoneNumber } from '../../identifiers.ts'
import { EngineError } from '../../port.ts'

/** @throws {EngineError} `number-not-dialable` */
export function requireDialable(number: PhoneNumber): void {
  if (!/^\+?[0-9*#]{1,32}$/.test(number)) throw new EngineError('number-not-dialable')
}

/** Returns the number that a SIP or tel URI of a trunk names; null when it names another user. */
export function parseDialTarget(target: string): PhoneNumber | null {
  return /^(?:sips?|tel):(\+?[0-9*#]{1,32})(?:[@;]|$)/i.exec(target)?.[1] ?? null
}
