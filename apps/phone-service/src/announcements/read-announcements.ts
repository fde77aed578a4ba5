import type { ResponseOf } from '@parley/contract'
import { type announcements, PhoneError } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import {
  findAnnouncementAudio,
  listReplacements,
  listStoredAnnouncements,
  type StoredAnnouncement,
} from './records/announcements.ts'

type ListAnnouncements = typeof announcements.listAnnouncements
type GetAnnouncementAudio = typeof announcements.getAnnouncementAudio

export async function listAnnouncements(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<ListAnnouncements>,
): Promise<ResponseOf<ListAnnouncements>> {
  const { workspaceId } = user
  const items = (await listStoredAnnouncements(database, workspaceId)).map(toAnnouncementResponse)
  return { items, replacements: await listReplacements(database, workspaceId) }
}

export async function getAnnouncementAudio(
  { database }: Pick<Services, 'database'>,
  { user, params }: PhoneRequest<GetAnnouncementAudio>,
): Promise<ResponseOf<GetAnnouncementAudio>> {
  const { workspaceId } = user
  const audio = await findAnnouncementAudio(database, { workspaceId, id: params.announcement })
  if (!audio) throw new PhoneError('ANNOUNCEMENT_NOT_FOUND')
  return { audio: audio.toString('base64') }
}

export function toAnnouncementResponse({
  workspaceId: _,
  createdAt,
  ...announcement
}: StoredAnnouncement): announcements.Announcement {
  return { ...announcement, createdAt: createdAt.getTime() }
}
