import type { Secrets } from '@parley/server'
import { z } from 'zod'

const pushTarget = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})

/** The address of a browser at its push service, and its keys. Its holder can send it notifications. */
export type PushTarget = z.infer<typeof pushTarget>

const purpose = 'push subscription'

export function sealPushTarget(secrets: Secrets, target: PushTarget): string {
  return secrets.seal(JSON.stringify(target), purpose)
}

export function openPushTarget(secrets: Secrets, sealed: string): PushTarget {
  return pushTarget.parse(JSON.parse(secrets.open(sealed, purpose)))
}
