const lockName = (callId: string) => `parley-call ${callId}`
const leavingPageMs = 400

/**
 * The calls that this tab holds, as locks that the other tabs of the browser see. A tab that is duplicated takes the
 * memory of the first one with it, and must not take its call as well.
 */
export interface CallLocks {
  /** Holds exactly these; lets go of the others. */
  hold(callIds: readonly string[]): void
}

export function createCallLocks(locks: LockManager | undefined = navigator.locks): CallLocks {
  const held = new Map<string, () => void>()

  return {
    hold(callIds) {
      for (const [id, release] of held) {
        if (callIds.includes(id)) continue
        held.delete(id)
        release()
      }
      for (const id of callIds) {
        if (held.has(id)) continue
        const released = new Promise<void>((resolve) => held.set(id, resolve))
        void locks?.request(lockName(id), () => released).catch(() => undefined)
      }
    },
  }
}

/** Whether another tab of this browser holds the call. A page that is being reloaded is given a moment to let go. */
export async function isHeldInAnotherTab(
  callId: string,
  locks: LockManager | undefined = navigator.locks,
): Promise<boolean> {
  const isHeld = async () => {
    const { held = [] } = (await locks?.query()) ?? {}
    return held.some(({ name }) => name === lockName(callId))
  }
  if (!(await isHeld())) return false
  await new Promise((resolve) => setTimeout(resolve, leavingPageMs))
  return await isHeld()
}
