import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { id, legId } from '../fields.ts'

/** A part of the audio of a call, in milliseconds from its start, as the offsets of the recordings are. */
const audioPart = z.object({ startMs: z.int(), endMs: z.int() })

/** The numbers of a participant, who may have had several legs one after the other. */
export const participantMetrics = z.object({
  legIds: z.array(legId),
  talkMs: z.int(),
  /** Of the time in which participants talk, from 0 to 1. Simultaneous talk counts for each of them. */
  talkShare: z.number(),
  /** The longest part in which no other participant takes a turn; null if the participant never talks. */
  monologue: audioPart.nullable(),
  /** How often the participant begins to talk while another one talks, who then stops. */
  interruptions: z.int(),
  /** The time after which the participant talks when another one has stopped; null if that never happens. */
  replyGap: z.object({ medianMs: z.int(), count: z.int() }).nullable(),
})

/** Numbers computed from the audio of a call. */
export const callMetrics = z.object({
  durationMs: z.int(),
  /** Those who talk most first; at most 50. */
  participants: z.array(participantMetrics),
  silence: z.object({ totalMs: z.int(), longest: audioPart.nullable() }),
  /** The parts of more than 1 s in which no participant talks, in order; the longest 2,000. */
  gaps: z.array(audioPart),
})

export type CallMetrics = z.infer<typeof callMetrics>
export type ParticipantMetrics = z.infer<typeof participantMetrics>

export const getCallMetrics = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/{call}/metrics',
  access: 'member',
  rateLimit: 'reads',
  summary: 'Get the numbers computed from the audio of a call. Allowed for users who may play the recording.',
  params: z.object({ call: id }),
  response: z.object({
    /**
     * - `waiting`: they are computed after the call, once its recordings are complete;
     * - `ready`;
     * - `too-short`: the participants talk for less than 10 s, which says nothing about a conversation;
     * - `failed`: the audio cannot be read.
     */
    state: z.enum(['waiting', 'ready', 'too-short', 'failed']),
    /** Null unless they are ready. */
    metrics: callMetrics.nullable(),
    /**
     * The lines of the transcript that end with a question mark, of each leg that has lines; null without a complete
     * transcript.
     */
    questions: z.array(z.object({ legId, count: z.int() })).nullable(),
  }),
  errors: ['RECORDING_NOT_FOUND'],
})
