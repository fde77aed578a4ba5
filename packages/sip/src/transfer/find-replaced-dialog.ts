import { dialogKey } from '../dialog/dialog.ts'
import type { ResponseParts } from '../message/create-response.ts'
import type { SipRequest } from '../message/message.ts'
import type { Flow } from '../transport/flow.ts'
import type { Core, ReplaceableDialog } from '../user-agent/core.ts'
import { parseReplaces } from './replaces.ts'

/**
 * Returns the dialog that an INVITE replaces, null when it replaces none, or the response to an INVITE that must
 * not replace one; RFC 3891, section 3.
 *
 * A dialog of another owner of peers does not exist for the sender.
 */
export function findReplacedDialog(
  core: Core,
  { headers }: SipRequest,
  { remote }: Flow,
): ReplaceableDialog | ResponseParts | null {
  const [text, ...others] = headers.all('Replaces')
  if (text === undefined || !core.supportedExtensions.includes('replaces')) return null
  const replaces = others.length > 0 ? null : parseReplaces(text)
  if (!replaces) return { status: 400, reason: 'Replaces is malformed' }

  const { callId, toTag, fromTag, earlyOnly } = replaces
  const handler = core.dialogs.get(dialogKey({ callId, localTag: toTag, remoteTag: fromTag }))
  const owner = handler?.handledDialog.flow.remote.address
  if (!handler || owner === undefined) return { status: 481 }
  if (owner !== remote.address && !core.haveSameOwner(owner, remote.address)) return { status: 481 }

  const { replaceable } = handler
  switch (replaceable.phase) {
    // Only the side that called may be replaced before the answer.
    case 'early-incoming':
      return { status: 481 }
    case 'over':
      return { status: 603 }
    case 'confirmed':
      return earlyOnly ? { status: 486 } : replaceable
    case 'early-outgoing':
      return replaceable
  }
}
