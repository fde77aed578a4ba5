import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { announcements, PhoneError } from '@parley/contract/phone'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { ServiceTransaction } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { toVisibleName } from '../visible-name.ts'
import { isAudible } from './is-audible.ts'
import { parseAudio } from './parse-audio.ts'
import { toAnnouncementResponse } from './read-announcements.ts'
import {
  deleteReplacement,
  deleteStoredAnnouncement,
  findAnnouncementAudio,
  insertAnnouncement,
  saveReplacement,
} from './records/announcements.ts'
import { requireUserQuota } from './upload-space.ts'

type CreateAnnouncement = typeof announcements.createAnnouncement
type DeleteAnnouncement = typeof announcements.deleteAnnouncement
type ReplaceAnnouncement = typeof announcements.replaceAnnouncement

export async function createAnnouncement(
  services: Pick<Services, 'now' | 'settings'>,
  { user, body, transaction }: PhoneRequest<CreateAnnouncement>,
): Promise<ResponseOf<CreateAnnouncement>> {
  const { wav, durationMs } = parseAudio(body.audio)
  const name = toVisibleName(body.name)
  await requireDatabaseSpace(services)
  const { workspaceId, userId: uploadedBy, displayName: createdByName } = user
  const { settings, now } = services
  const limits = { maxAnnouncements: announcements.maxAnnouncements, maxBytes: settings.maxAnnouncementBytes }
  const created = { id: randomUUID(), workspaceId, name, durationMs, createdAt: now(), createdByName }
  await transaction(async (changes) => {
    await requireUserQuota(services, changes, user, { kind: 'announcement', bytes: wav.length })
    const result = await insertAnnouncement(changes, { ...created, uploadedBy }, wav, limits)
    if (result === 'too-many') throw new PhoneError('ANNOUNCEMENT_LIMIT')
    if (result === 'too-large') throw new PhoneError('ANNOUNCEMENT_QUOTA_REACHED')
    await changes.audit(
      'announcement.created',
      { type: 'announcement', id: created.id },
      { name, durationMs },
    )
  })
  return toAnnouncementResponse(created)
}

export async function deleteAnnouncement(
  _services: object,
  { user, params, transaction }: PhoneRequest<DeleteAnnouncement>,
): Promise<ResponseOf<DeleteAnnouncement>> {
  const { announcement: id } = params
  await transaction(async (changes) => {
    const result = await deleteStoredAnnouncement(changes, { workspaceId: user.workspaceId, id })
    if (result === 'not-found') throw new PhoneError('ANNOUNCEMENT_NOT_FOUND')
    if (result === 'in-use') throw new PhoneError('ANNOUNCEMENT_IN_USE')
    await changes.audit('announcement.deleted', { type: 'announcement', id }, {})
  })
  return { success: true }
}

/** Chooses the announcement of the workspace that is played instead of one of Parley. */
export async function replaceAnnouncement(
  _services: object,
  { user, body, transaction }: PhoneRequest<ReplaceAnnouncement>,
): Promise<ResponseOf<ReplaceAnnouncement>> {
  const { workspaceId } = user
  const { name, announcementId: id } = body
  await transaction(async (changes) => {
    if (id === null) await deleteReplacement(changes, workspaceId, name)
    else {
      if (informsOthers(name)) await requireAudible(changes, { workspaceId, id })
      const maxDurationMs = getMaxSeconds(name) * 1_000
      const result = await saveReplacement(changes, { workspaceId, id }, { name, maxDurationMs })
      if (result === 'not-found') throw new PhoneError('ANNOUNCEMENT_NOT_FOUND')
      if (result === 'too-long') throw new PhoneError('ANNOUNCEMENT_TOO_LONG')
    }
    await changes.audit(
      'announcement.replaced',
      { type: 'workspace', id: workspaceId },
      { name, announcementId: id },
    )
  })
  return { success: true }
}

/** Returns whether an announcement informs a person that a call is recorded, or why they are called. */
function informsOthers(name: announcements.ReplaceableAnnouncement): boolean {
  return name === 'recording-starts' || name.startsWith('verification-')
}

/** @throws {PhoneError} `ANNOUNCEMENT_NOT_FOUND`, `ANNOUNCEMENT_SILENT` */
async function requireAudible(
  transaction: ServiceTransaction,
  key: { readonly workspaceId: string; readonly id: string },
): Promise<void> {
  const audio = await findAnnouncementAudio(transaction, key)
  if (!audio) throw new PhoneError('ANNOUNCEMENT_NOT_FOUND')
  if (!isAudible(audio)) throw new PhoneError('ANNOUNCEMENT_SILENT')
}

function getMaxSeconds(name: announcements.ReplaceableAnnouncement): number {
  return name.startsWith('verification-') || name.startsWith('queue-position-')
    ? announcements.maxShortAnnouncementSeconds
    : announcements.maxAnnouncementSeconds
}
