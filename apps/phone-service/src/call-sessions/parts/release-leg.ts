import type { CallParts } from './call-parts.ts'

/** Releases the call slot of a leg that has left, and settles its cost. May run twice. */
export async function releaseLeg({ dialling, timeLimits }: CallParts, legId: string): Promise<void> {
  await dialling.releaseSlot(legId)
  await timeLimits.settle(legId)
}
