import type { ResponseOf } from '@parley/contract'
import { type announcements, PhoneError } from '@parley/contract/phone'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { parseAudio } from './parse-audio.ts'
import {
  deleteStoredGreeting,
  findStoredGreeting,
  findStoredGreetingAudio,
  type StoredGreeting,
  saveStoredGreeting,
} from './records/greetings.ts'
import { requireUserQuota } from './upload-space.ts'

type GetGreeting = typeof announcements.getGreeting
type GetGreetingAudio = typeof announcements.getGreetingAudio
type SaveGreeting = typeof announcements.saveGreeting
type DeleteGreeting = typeof announcements.deleteGreeting

export async function getGreeting(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<GetGreeting>,
): Promise<ResponseOf<GetGreeting>> {
  const greeting = await findStoredGreeting(database, user.userId)
  return { greeting: greeting && toResponse(greeting) }
}

export async function getGreetingAudio(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<GetGreetingAudio>,
): Promise<ResponseOf<GetGreetingAudio>> {
  const audio = await findStoredGreetingAudio(database, user.userId)
  if (!audio) throw new PhoneError('ANNOUNCEMENT_NOT_FOUND')
  return { audio: audio.toString('base64') }
}

export async function saveGreeting(
  services: Pick<Services, 'now' | 'settings'>,
  { user, body, transaction }: PhoneRequest<SaveGreeting>,
): Promise<ResponseOf<SaveGreeting>> {
  const { wav, durationMs } = parseAudio(body.audio)
  await requireDatabaseSpace(services)
  const { userId } = user
  const greeting = { durationMs, createdAt: services.now() }
  await transaction(async (changes) => {
    await requireUserQuota(services, changes, user, { kind: 'greeting', bytes: wav.length })
    await saveStoredGreeting(changes, userId, greeting, wav)
    await changes.audit('greeting.saved', { type: 'user', id: userId }, { durationMs })
  })
  return toResponse(greeting)
}

export async function deleteGreeting(
  _services: object,
  { user: { userId }, transaction }: PhoneRequest<DeleteGreeting>,
): Promise<ResponseOf<DeleteGreeting>> {
  await transaction(async (changes) => {
    if (!(await deleteStoredGreeting(changes, userId))) throw new PhoneError('ANNOUNCEMENT_NOT_FOUND')
    await changes.audit('greeting.deleted', { type: 'user', id: userId })
  })
  return { success: true }
}

function toResponse({ durationMs, createdAt }: StoredGreeting) {
  return { durationMs, createdAt: createdAt.getTime() }
}
