import type { ResponseOf } from '@parley/contract'
import type { usage } from '@parley/contract/phone'
import { sumAnnouncementBytes } from '../announcements/index.ts'
import { type RecordingStorageService, sumRecordingBytes } from '../recordings/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { sumVoicemailBytes } from '../voicemails/index.ts'

type GetStorage = typeof usage.getStorage

/** Returns the sizes of the stored audio of the workspace, with their quotas. */
export async function getStorage(
  { database, settings, recordingStorage }: Pick<Services, 'database' | 'settings'> & RecordingStorageService,
  { user: { workspaceId } }: PhoneRequest<GetStorage>,
): Promise<ResponseOf<GetStorage>> {
  // Before the total, so that a message that begins meanwhile is not subtracted from it.
  const voicemailBytes = await sumVoicemailBytes(database, workspaceId)
  const recordedBytes = await sumRecordingBytes(database, workspaceId)
  return {
    recordings: {
      callBytes: Math.max(0, recordedBytes - voicemailBytes),
      voicemailBytes,
      maxBytes: recordingStorage.limits.maxBytesPerWorkspace,
    },
    announcements: {
      usedBytes: await sumAnnouncementBytes(database, workspaceId),
      maxBytes: settings.maxAnnouncementBytes,
    },
  }
}
