import { PhoneError } from '@parley/contract/phone'
import type { Services } from '../services.ts'

type Deps = Pick<Services, 'nodeLease' | 'draining'>

/** @throws {PhoneError} `SERVER_STOPPING`, `CALLS_SUSPENDED` */
export function requireNewCallsAllowed({ nodeLease, draining }: Deps): void {
  if (draining.hasStarted) throw new PhoneError('SERVER_STOPPING')
  if (!nodeLease.isHeld) throw new PhoneError('CALLS_SUSPENDED')
}

/** Returns whether this node accepts new calls. */
export function areNewCallsAllowed({ nodeLease, draining }: Deps): boolean {
  return nodeLease.isHeld && !draining.hasStarted
}

/** Returns a sentence about why this node accepts no new calls, or null when it does. */
export function findCallLimitation({ nodeLease, draining }: Deps): string | null {
  if (draining.hasStarted)
    return 'This server is draining: it accepts no new calls, and stops when its running calls have ended.'
  if (nodeLease.isHeld) return null
  return 'This server does not place or accept calls, because it has lost its lock in the database.'
}
