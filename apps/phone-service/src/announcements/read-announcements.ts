import { readFile } from 'node:fs/promises'
import { announcementFile, createHoldMusicFile } from '@parley/call-engine'
import type { ResponseOf } from '@parley/contract'
import { type announcements, PhoneError } from '@parley/contract/phone'
import { findLanguage } from '../limits/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import {
  findAnnouncementAudio,
  findReplacementAudio,
  listReplacements,
  listStoredAnnouncements,
  type StoredAnnouncement,
} from './records/announcements.ts'

type ListAnnouncements = typeof announcements.listAnnouncements
type GetAnnouncementAudio = typeof announcements.getAnnouncementAudio
type GetReplaceableAudio = typeof announcements.getReplaceableAudio

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

/** Returns the audio as callers of the workspace hear it. */
export async function getReplaceableAudio(
  services: Pick<Services, 'database' | 'settings'>,
  { user, params: { name } }: PhoneRequest<GetReplaceableAudio>,
): Promise<ResponseOf<GetReplaceableAudio>> {
  const replacement = await findReplacementAudio(services.database, user.workspaceId, name)
  const audio = replacement ?? (await readAudioOfParley(services, user.workspaceId, name))
  return { audio: audio.toString('base64') }
}

async function readAudioOfParley(
  services: Pick<Services, 'database' | 'settings'>,
  workspaceId: string,
  name: announcements.ReplaceableAnnouncement,
): Promise<Buffer> {
  if (name === 'hold-music') return createHoldMusicFile()
  return await readFile(announcementFile({ name, language: await findLanguage(services, workspaceId) }))
}

export function toAnnouncementResponse({
  workspaceId: _,
  createdAt,
  ...announcement
}: StoredAnnouncement): announcements.Announcement {
  return { ...announcement, createdAt: createdAt.getTime() }
}
