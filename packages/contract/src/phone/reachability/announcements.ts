import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { epochMillis, id, success } from '../fields.ts'

/** Longest audio of an announcement of a workspace, and of a greeting of a user. */
export const maxAnnouncementSeconds = 180
/**
 * Longest announcement of a verification, whose call waits for a code afterwards, and of a position in a queue, which
 * is repeated.
 */
export const maxShortAnnouncementSeconds = 10
/** Announcements of one workspace. */
export const maxAnnouncements = 50

/** Positions in a queue that have an announcement. Callers behind them hear `queue-position-many`. */
export const maxSpokenPosition = 20

const numberedPositions = Array.from(
  { length: maxSpokenPosition },
  (_, index) => `queue-position-${index + 1}` as const,
)

/** The announcements that callers in a queue hear, of a position each. */
export const queuePositionAnnouncement = z.enum([...numberedPositions, 'queue-position-many'])

/** The announcements that a workspace can replace with its own, and the music on hold. */
export const replaceableAnnouncement = z.enum([
  'hold-music',
  'recording-starts',
  'recording-stops',
  'voicemail-greeting',
  'voicemail-full',
  'menu-prompt',
  'menu-invalid',
  'verification-request',
  'verification-wrong',
  'verification-done',
  'verification-over',
  ...queuePositionAnnouncement.options,
])

export type ReplaceableAnnouncement = z.infer<typeof replaceableAnnouncement>

/** Audio of a workspace that callers and callees hear. */
export const announcement = z.object({
  id,
  name: z.string(),
  durationMs: z.int(),
  createdAt: epochMillis,
  createdByName: z.string().nullable(),
})

export type Announcement = z.infer<typeof announcement>

/** Of a user, in all workspaces. */
export const greeting = z.object({ durationMs: z.int(), createdAt: epochMillis })

const maxWavBytes = maxAnnouncementSeconds * 16_000 * 2 + 100_000
const maxBase64Length = Math.ceil(maxWavBytes / 3) * 4
const maxUploadBytes = maxBase64Length + 1_000

/** A WAV file, 16-bit mono PCM at 8 or 16 kHz, in Base64. */
const audio = z.base64().min(1).max(maxBase64Length)
const uploadErrors = [
  'ANNOUNCEMENT_AUDIO_NOT_UNDERSTOOD',
  'ANNOUNCEMENT_LENGTH',
  'ANNOUNCEMENT_QUOTA_REACHED',
  'ANNOUNCEMENT_QUOTA_UNVERIFIED',
  'DISK_FULL',
] as const
const params = z.object({ announcement: id })
const audioResponse = z.object({ audio: z.string() })

export const listAnnouncements = definePhoneEndpoint({
  method: 'GET',
  path: '/announcements',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: "List the workspace's own announcements by name, and those of Parley that they replace.",
  response: z.object({
    items: z.array(announcement),
    replacements: z.array(z.object({ name: replaceableAnnouncement, announcementId: id })),
  }),
  errors: [],
})

export const createAnnouncement = definePhoneEndpoint({
  method: 'POST',
  path: '/announcements',
  access: 'phone_admin',
  rateLimit: 'announcement-uploads',
  summary: 'Upload an announcement of the workspace.',
  maxBodyBytes: maxUploadBytes,
  status: 201,
  body: z.object({ name: z.string().trim().min(1).max(60), audio }),
  response: announcement,
  errors: [...uploadErrors, 'ANNOUNCEMENT_LIMIT'],
})

export const getAnnouncementAudio = definePhoneEndpoint({
  method: 'GET',
  path: '/announcements/{announcement}/audio',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'Get the audio of an announcement: a WAV file in Base64.',
  params,
  response: audioResponse,
  errors: ['ANNOUNCEMENT_NOT_FOUND'],
})

export const deleteAnnouncement = definePhoneEndpoint({
  method: 'DELETE',
  path: '/announcements/{announcement}',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Delete an announcement that neither the routing nor a replacement uses.',
  params,
  response: success,
  errors: ['ANNOUNCEMENT_NOT_FOUND', 'ANNOUNCEMENT_IN_USE'],
})

export const replaceAnnouncement = definePhoneEndpoint({
  method: 'PUT',
  path: '/announcements/replacements',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary:
    'Replace an announcement of Parley with one of the workspace, or play that of Parley again (null).',
  body: z.object({ name: replaceableAnnouncement, announcementId: id.nullable() }),
  response: success,
  errors: ['ANNOUNCEMENT_NOT_FOUND', 'ANNOUNCEMENT_TOO_LONG', 'ANNOUNCEMENT_SILENT'],
})

export const getReplaceableAudio = definePhoneEndpoint({
  method: 'GET',
  path: '/announcements/replacements/{name}/audio',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary:
    'Get the audio of an announcement of Parley, or of the one that replaces it: a WAV file in Base64.',
  params: z.object({ name: replaceableAnnouncement }),
  response: audioResponse,
  errors: [],
})

export const getGreeting = definePhoneEndpoint({
  method: 'GET',
  path: '/me/greeting',
  access: 'member',
  rateLimit: 'reads',
  summary: "Get the user's own voicemail greeting; null when callers hear the usual one.",
  response: z.object({ greeting: greeting.nullable() }),
  errors: [],
})

export const getGreetingAudio = definePhoneEndpoint({
  method: 'GET',
  path: '/me/greeting/audio',
  access: 'member',
  rateLimit: 'reads',
  summary: "Get the audio of the user's own voicemail greeting: a WAV file in Base64.",
  response: audioResponse,
  errors: ['ANNOUNCEMENT_NOT_FOUND'],
})

export const saveGreeting = definePhoneEndpoint({
  method: 'PUT',
  path: '/me/greeting',
  access: 'member',
  rateLimit: 'announcement-uploads',
  summary: "Upload the user's own voicemail greeting. It replaces the one before.",
  maxBodyBytes: maxUploadBytes,
  body: z.object({ audio }),
  response: greeting,
  errors: [...uploadErrors],
})

export const deleteGreeting = definePhoneEndpoint({
  method: 'DELETE',
  path: '/me/greeting',
  access: 'member',
  rateLimit: 'changes',
  summary: "Delete the user's own voicemail greeting. Callers hear the usual one again.",
  response: success,
  errors: ['ANNOUNCEMENT_NOT_FOUND'],
})
