import { Readable } from 'node:stream'
import { PhoneError, type recordings } from '@parley/contract/phone'
import { wavHeaderBytes } from '@parley/primitives'
import type { CustomResponse, RequestInfo } from '@parley/server/http'
import { type PhoneRequest, toAuditedClient, toLimitKey } from '../../request-context/index.ts'
import { createResponseStreams } from '../../response-streams/index.ts'
import { createServiceContext } from '../../service-context/index.ts'
import type { Services } from '../../services.ts'
import type { Audio } from '../store/recording-store.ts'
import { insertAudioPlayback } from './audio-playbacks.ts'
import { createAudioResponse, findAudioPart } from './audio-response.ts'
import { serializeDisposition } from './content-disposition.ts'

interface AudioSubject {
  readonly type: 'recording' | 'call'
  readonly id: string
}

/** A user or an API key that hears audio. */
interface Listener {
  readonly userId: string
  readonly workspaceId: string
}

interface AudioRequest {
  readonly listener: Listener
  readonly query: Pick<PhoneRequest<typeof recordings.getCallAudio>['query'], 'download' | 'filename'>
  readonly info: RequestInfo
}

interface AudioSource {
  /** @throws {PhoneError} when the user may not hear the audio. */
  readonly authorize: () => Promise<unknown>
  /** @throws {PhoneError} as `authorize`; when the audio cannot be read. */
  readonly open: () => Promise<Audio>
}

/** A client can read the audio of an hour as slowly as it likes. */
const accessCheckIntervalMs = 5_000

/**
 * Responses with audio at the same time. Each reads files, or mixes them on the thread that handles all calls.
 * A browser opens one for each player, and a second one for a moment when the position changes. A player that is paused
 * reads nothing, and one that plays reads about once a minute; when its response has ended, it requests the rest as soon as
 * it needs it. Responses end after minutes only, because the link of the player is not valid for longer.
 */
const startResponse = createResponseStreams({
  perUser: 4,
  perWorkspace: 20,
  perNode: 60,
  owner: 'userId',
  endsFirst: 'stalled',
  minMs: 10_000,
  checkIntervalMs: 5 * 60_000,
  minBytes: 1,
})

/** The errors after which access is not known. */
const uncheckedCodes: ReadonlySet<string> = new Set(['ACCOUNTS_UNREACHABLE', 'TOO_MANY_REQUESTS'])

/** A user plays several parts of a recording, with pauses. */
const auditIntervalMs = 60 * 60_000

/**
 * Sends the audio of a source, or the part that the request names. Stops reading when the client has disconnected, when
 * its user has lost access, and when the audio was deleted.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS`, and the errors of the source
 */
export async function sendAudio(
  services: Services,
  subject: AudioSubject,
  { listener, query, info }: AudioRequest,
  { authorize, open }: AudioSource,
): Promise<CustomResponse<string | Readable>> {
  const { workspaceId } = listener
  const { createBody, end } = startResponse({ userId: toLimitKey(listener), workspaceId, ip: info.ip })
  try {
    const audio = await open()
    const part = findAudioPart(audio, info)
    // The header contains no sound: a client reads it to show the length.
    const isAudible = part !== null && part.end >= wavHeaderBytes && info.method !== 'HEAD'
    if (isAudible) await auditPlayback(services, subject, { listener, query, info })
    const kind = query.download === undefined ? 'inline' : 'attachment'
    const disposition = serializeDisposition(kind, query.filename)
    const response = createAudioResponse(audio, part, { method: info.method, disposition, createBody })
    if (response.body instanceof Readable) {
      stopWithoutAccess(services, response.body, authorize)
      stopWithoutClient(response.body, info.signal)
    } else end()
    return response
  } catch (error) {
    end()
    throw error
  }
}

/**
 * Ends a body when its user may not hear it any more. An outage of the account service or the database ends nothing, and
 * neither does a key that cannot be checked because of wrong keys of others in its network.
 */
function stopWithoutAccess({ log }: Services, body: Readable, authorize: () => Promise<unknown>): void {
  const onError = (error: unknown) => {
    if (error instanceof PhoneError && !uncheckedCodes.has(error.code)) body.destroy()
    else log.warn('recording.access_not_checked', { error })
  }
  const timer = setInterval(() => void authorize().catch(onError), accessCheckIntervalMs)
  body.once('close', () => clearInterval(timer))
}

function stopWithoutClient(body: Readable, disconnected: AbortSignal): void {
  const stop = () => body.destroy()
  if (disconnected.aborted) stop()
  else disconnected.addEventListener('abort', stop, { once: true })
}

/** Audits that a user gets audio, once in an hour for each recording or call: a player sends many requests. */
async function auditPlayback(
  services: Services,
  subject: AudioSubject,
  { listener, query, info }: AudioRequest,
): Promise<void> {
  const action = query.download === undefined ? 'recording.played' : 'recording.downloaded'
  const playback = { userId: listener.userId, subjectId: subject.id, action } as const
  const now = services.now()
  const period = { now, auditedUntil: new Date(now.getTime() + auditIntervalMs) }
  await createServiceContext(services, { ...toAuditedClient(listener), info }).transaction(
    async (transaction) => {
      if (await insertAudioPlayback(transaction, playback, period)) await transaction.audit(action, subject)
    },
  )
}
