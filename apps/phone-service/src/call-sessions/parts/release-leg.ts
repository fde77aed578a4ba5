import type { CallLeg } from '../../call-state/index.ts'
import { deleteDialog } from '../sip-dialogs.ts'
import type { CallParts } from './call-parts.ts'

/** Releases the call slot of a leg that has left, settles its cost and deletes its dialog. May run twice. */
export async function releaseLeg(parts: CallParts, legId: string, kind?: CallLeg['kind']): Promise<void> {
  const { deps, record, dialling, timeLimits } = parts
  await dialling.releaseSlot(legId)
  await timeLimits.settle(legId)
  if (kind !== 'phone') return
  // A failure does not interrupt the call: the dialog is deleted with it.
  await deleteDialog(deps.database, legId).catch((error) => {
    deps.log.error('call_dialog.delete_failed', { callId: record.id, error })
  })
}
