import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { accountId, cursor, epochMillis, id, legId, pageLimit } from '../fields.ts'
import { providerProblem } from './model-providers.ts'

export const maxLineLength = 4_000

/** Milliseconds since the start of the audio of the call, as in the player. */
const audioMs = z.int()

/** The words of a participant without a longer pause. */
export const transcriptLine = z.object({
  id,
  /** The participant. */
  legId,
  startMs: audioMs,
  endMs: audioMs,
  text: z.string(),
  /** As the provider names it; null if it does not. */
  language: z.string().nullable(),
  /** The last edit; null for a line that was not edited. */
  edited: z.object({ at: epochMillis, byName: z.string().nullable() }).nullable(),
})

export type TranscriptLine = z.infer<typeof transcriptLine>

/**
 * - `none`: nothing was requested;
 * - `queued`: waits for its turn;
 * - `running`: a part of the audio has been sent, or its speech is being found;
 * - `done`: complete;
 * - `failed`: some parts of the audio could not be transcribed, and the lines are those of the others.
 */
export const transcriptionState = z.enum(['none', 'queued', 'running', 'done', 'failed'])

export const transcription = z.object({
  state: transcriptionState,
  /** Parts of the audio that are transcribed, and all that contain speech. 0 before the speech has been found. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Of the first part that failed. */
  problem: providerProblem.nullable(),
  /** When a part of the audio is sent again after a failure; null when none waits. */
  retriesAt: epochMillis.nullable(),
  /** The host to which the audio of this workspace goes; null without a provider. */
  providerHost: z.string().nullable(),
  /** Whether the user can request it: there is a provider, and the recording of an ended call, which is not an emergency call. */
  canStart: z.boolean(),
  /** Whether the user can have a complete or failed transcript replaced by a new one. */
  canRestart: z.boolean(),
})

export type Transcription = z.infer<typeof transcription>

const callParams = z.object({ call: id })
const lineParams = z.object({ call: id, line: id })

export const getTranscription = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/{call}/transcription',
  access: 'member',
  rateLimit: 'reads',
  summary: 'Get the state of the transcription of a call whose recording the user may play.',
  params: callParams,
  response: transcription,
  errors: ['RECORDING_NOT_FOUND'],
})

export const startTranscription = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/transcription',
  access: 'member',
  rateLimit: 'changes',
  summary:
    'Transcribe a recorded call, or the parts of it that have failed. No-op while it runs or is complete.',
  params: callParams,
  response: transcription,
  errors: [
    'RECORDING_NOT_FOUND',
    'RECORDING_NOT_READY',
    'TRANSCRIPTION_NOT_CONFIGURED',
    'EMERGENCY_CALL_NOT_TRANSCRIBED',
    'DISK_FULL',
  ],
})

export const restartTranscription = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/transcription/restart',
  access: 'member',
  rateLimit: 'changes',
  summary:
    'Delete the transcript of a call with its edits, and transcribe the call again with the present provider. No-op while it runs.',
  params: callParams,
  response: transcription,
  errors: [
    'RECORDING_NOT_FOUND',
    'RECORDING_NOT_READY',
    'TRANSCRIPTION_NOT_CONFIGURED',
    'EMERGENCY_CALL_NOT_TRANSCRIBED',
    'DISK_FULL',
  ],
})

export const listTranscriptLines = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/{call}/transcript',
  access: 'member',
  rateLimit: 'reads',
  apiKeyScope: 'transcripts:read',
  summary: 'List the lines of the transcript of a call whose recording the user may play, by time.',
  params: callParams,
  query: z.object({ cursor: cursor.optional(), limit: pageLimit(1_000, 500) }),
  response: z.object({ items: z.array(transcriptLine), nextCursor: cursor.nullable() }),
  errors: ['RECORDING_NOT_FOUND'],
})

export const exportTranscript = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/{call}/transcript/export',
  access: 'member',
  rateLimit: 'exports',
  summary: 'Export the transcript of a call as text, as WebVTT, or as JSON with the times of words.',
  params: callParams,
  query: z.object({ format: z.enum(['txt', 'vtt', 'json']).default('txt') }),
  errors: ['RECORDING_NOT_FOUND', 'TRANSCRIPT_NOT_FOUND'],
})

export const editTranscriptLine = definePhoneEndpoint({
  method: 'PUT',
  path: '/calls/{call}/transcript/lines/{line}',
  access: 'member',
  rateLimit: 'changes',
  summary: 'Replace the text of a line of a transcript. The earlier text is retained.',
  params: lineParams,
  body: z.object({
    text: z.string().trim().min(1).max(maxLineLength),
    /** The text that the user has edited. */
    previousText: z.string().max(maxLineLength),
  }),
  response: transcriptLine,
  errors: [
    'RECORDING_NOT_FOUND',
    'TRANSCRIPT_LINE_NOT_FOUND',
    'TRANSCRIPT_LINE_CHANGED',
    'TRANSCRIPT_EDIT_LIMIT',
    'DISK_FULL',
  ],
})

export const listTranscriptEdits = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/{call}/transcript/lines/{line}/edits',
  access: 'member',
  rateLimit: 'reads',
  summary: 'List the edits of a line of a transcript, the latest first.',
  params: lineParams,
  response: z.object({
    items: z.array(
      z.object({
        at: epochMillis,
        byUserId: accountId,
        byName: z.string().nullable(),
        /** The text before the edit. */
        previousText: z.string(),
      }),
    ),
  }),
  errors: ['RECORDING_NOT_FOUND', 'TRANSCRIPT_LINE_NOT_FOUND'],
})
