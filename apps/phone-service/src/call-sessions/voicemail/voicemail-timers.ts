import type { NewTimer } from '../timers/timer-data.ts'

/** Ends the call if the greeting, or the sentence that nothing more can be recorded, does not end. Both are shorter. */
export const greetingTimer = {
  name: 'voicemail',
  afterMs: 4 * 60_000,
  data: { kind: 'voicemail' },
} as const satisfies NewTimer

/** Ends the longest message. */
export const messageTimer = { ...greetingTimer, afterMs: 3 * 60_000 } as const satisfies NewTimer
