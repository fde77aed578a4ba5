import { z } from 'zod'
import { epochMillis, legId } from '../fields.ts'

/** An event of a call that its player or history shows. */
export const callMark = z.object({
  type: z.enum([
    'hold',
    'resume',
    'mute',
    'unmute',
    'digit',
    'recording-started',
    'recording-paused',
    'recording-resumed',
    'recording-stopped',
    'transferred',
    'left-connected',
    'parked',
    'picked-up',
    'detached',
    'reattached',
  ]),
  at: epochMillis,
  /** The participant whom it concerns: of a transfer, the number; of parking, picking up and leaving others connected, the user. */
  legId: legId.nullable(),
})

export type CallMark = z.infer<typeof callMark>
