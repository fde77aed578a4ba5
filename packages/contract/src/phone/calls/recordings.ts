import { z } from 'zod'
import { call } from '../call.ts'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { epochMillis, id } from '../fields.ts'

const audioLink = z.object({
  /**
   * Path and query relative to the phone's origin. Valid for 5 minutes in the browser that requested it,
   * which got a cookie with this response, and for its session.
   */
  url: z.string(),
  expiresAt: epochMillis,
})

const signedUrlQuery = z.object({
  expires: z.coerce.number().int().min(0).max(9_999_999_999_999),
  user: id,
  workspace: id,
  signature: z.string().min(1).max(200),
  /** Sends the audio as a file to save. */
  download: z.literal('true').optional(),
  /** The name of that file, without its extension. Characters that are unsafe in names are replaced. */
  filename: z.string().max(200).optional(),
})

export const createRecordingLink = definePhoneEndpoint({
  method: 'POST',
  path: '/recordings/{recording}/links',
  access: 'member',
  rateLimit: 'changes',
  summary: 'Create a link to the audio of one participant.',
  params: z.object({ recording: id }),
  response: audioLink,
  status: 201,
  errors: ['RECORDING_NOT_FOUND', 'RECORDING_NOT_READY'],
})

export const createCallAudioLink = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/audio-links',
  access: 'member',
  rateLimit: 'changes',
  summary: 'Create a link to the mixed audio of all participants of a call.',
  params: z.object({ call: id }),
  response: audioLink,
  status: 201,
  errors: ['CALL_NOT_FOUND', 'RECORDING_NOT_FOUND', 'RECORDING_NOT_READY'],
})

export const getRecordingAudio = definePhoneEndpoint({
  method: 'GET',
  path: '/recordings/{recording}/audio',
  access: 'public',
  rateLimit: 'audio',
  summary: 'Get the audio of one participant as WAV. Supports range requests.',
  params: z.object({ recording: id }),
  query: signedUrlQuery,
  errors: ['RECORDING_LINK_EXPIRED', 'RECORDING_NOT_FOUND', 'RECORDING_NOT_READY', 'RECORDING_UNAVAILABLE'],
})

export const getCallAudio = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/{call}/audio',
  access: 'public',
  rateLimit: 'audio',
  summary: 'Get the mixed audio of a call as WAV. Supports range requests.',
  params: z.object({ call: id }),
  query: signedUrlQuery,
  errors: ['RECORDING_LINK_EXPIRED', 'RECORDING_NOT_FOUND', 'RECORDING_NOT_READY', 'RECORDING_UNAVAILABLE'],
})

const fileQuery = signedUrlQuery.pick({ filename: true })

export const getRecordingFile = definePhoneEndpoint({
  method: 'GET',
  path: '/recordings/{recording}/file',
  access: 'member',
  rateLimit: 'audio',
  apiKeyScope: 'recordings:read',
  summary: 'Get the audio of one participant as WAV, without a link. Supports range requests.',
  params: z.object({ recording: id }),
  query: fileQuery,
  errors: ['RECORDING_NOT_FOUND', 'RECORDING_NOT_READY', 'RECORDING_UNAVAILABLE'],
})

export const getCallFile = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/{call}/file',
  access: 'member',
  rateLimit: 'audio',
  apiKeyScope: 'recordings:read',
  summary: 'Get the mixed audio of a call as WAV, without a link. Supports range requests.',
  params: z.object({ call: id }),
  query: fileQuery,
  errors: ['RECORDING_NOT_FOUND', 'RECORDING_NOT_READY', 'RECORDING_UNAVAILABLE'],
})

export const getPeaks = definePhoneEndpoint({
  method: 'GET',
  path: '/recordings/{recording}/peaks',
  access: 'member',
  rateLimit: 'reads',
  summary: 'Get the waveform peaks of a recording, for one track of the player.',
  params: z.object({ recording: id }),
  query: z.object({ count: z.coerce.number().int().min(10).max(4000).default(600) }),
  response: z.object({
    /** One value from 0 to 1 for each of `count` equal segments. */
    peaks: z.array(z.number()),
    offsetMs: z.int(),
    durationMs: z.int(),
  }),
  errors: ['RECORDING_NOT_FOUND', 'RECORDING_NOT_READY', 'RECORDING_UNAVAILABLE'],
})

export const deleteCallRecordings = definePhoneEndpoint({
  method: 'DELETE',
  path: '/calls/{call}/recordings',
  access: 'member',
  rateLimit: 'changes',
  summary:
    'Delete all recordings of an ended call permanently. Allowed for participants of the call and administrators. The call is retained.',
  params: z.object({ call: id }),
  response: call,
  errors: ['CALL_NOT_FOUND', 'RECORDING_NOT_FOUND', 'RECORDING_NOT_READY'],
})
