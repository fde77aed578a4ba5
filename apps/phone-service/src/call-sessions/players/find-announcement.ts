import type { Announcement, AnnouncementName } from '@parley/call-engine'
import { findLanguage } from '../../limits/index.ts'
import type { CallDeps } from '../parts/call-deps.ts'
import type { CallRecord } from '../parts/call-record.ts'

export interface AnnouncementDeps {
  readonly deps: Pick<CallDeps, 'audioFiles' | 'database' | 'log' | 'settings'>
  readonly record: CallRecord
}

/**
 * Returns an announcement of Parley in the language of the workspace. When that cannot be read, callers hear the
 * announcement in the language of the server rather than nothing.
 */
export async function findAnnouncement(
  { deps, record }: AnnouncementDeps,
  name: AnnouncementName,
): Promise<Announcement> {
  try {
    return { name, language: await findLanguage(deps, record.stored.workspaceId) }
  } catch (error) {
    deps.log.error('announcement.language_not_read', { callId: record.id, error })
    return { name, language: deps.settings.language }
  }
}
