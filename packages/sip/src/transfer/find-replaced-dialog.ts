import { dialogKey } from '../dialog/dialog.ts'
import type { ResponseParts } from '../message/create-response.ts'
import type { SipRequest } from '../message/message.ts'
import { type Flow, mayContinue } from '../transport/flow.ts'
import type { Call } from '../user-agent/call-api.ts'
import type { Core, ReplaceableDialog } from '../user-agent/core.ts'
import { parseReplaces, type Replaces } from './replaces.ts'

/**
 * Returns the dialog that an INVITE replaces, null when it replaces none, or the response to an INVITE that must
 * not replace one; RFC 3891, section 3.
 *
 * A dialog of another owner of peers does not exist for the sender.
 */
export function findReplacedDialog(
  core: Core,
  { headers }: SipRequest,
  flow: Flow,
): ReplaceableDialog | ResponseParts | null {
  const [text, ...others] = headers.all('Replaces')
  if (text === undefined || !core.supportedExtensions.includes('replaces')) return null
  const replaces = others.length > 0 ? null : parseReplaces(text)
  if (!replaces) return { status: 400, reason: 'Replaces is malformed' }

  const replaceable = findDialog(core, replaces, flow)
  if (!replaceable) return { status: 481 }
  switch (replaceable.phase) {
    // Only the side that called may be replaced before the answer.
    case 'early-incoming':
      return { status: 481 }
    case 'over':
      return { status: 603 }
    case 'confirmed':
      return replaces.earlyOnly ? { status: 486 } : replaceable
    case 'early-outgoing':
      return replaceable
  }
}

/**
 * Returns our call that the Replaces of a Refer-To names, null when no dialog of the sender is named, or the
 * response to a REFER that must not replace it. One that is not answered is not replaced: its peer could not have
 * transferred it.
 */
export function findReferredCall(core: Core, replaces: Replaces, flow: Flow): Call | ResponseParts | null {
  if (!core.supportedExtensions.includes('replaces')) return null
  const replaceable = findDialog(core, replaces, flow)
  switch (replaceable?.phase) {
    case undefined:
      return null
    case 'early-incoming':
    case 'early-outgoing':
      return { status: 481 }
    case 'over':
      return { status: 603 }
    case 'confirmed':
      return replaces.earlyOnly ? { status: 486 } : replaceable.call
  }
}

/** Returns the dialog of the owner of the address from which a request arrived. */
function findDialog(core: Core, { callId, toTag, fromTag }: Replaces, flow: Flow): ReplaceableDialog | null {
  const handler = core.dialogs.get(dialogKey({ callId, localTag: toTag, remoteTag: fromTag }))
  if (!handler || !mayContinue(handler.handledDialog.flow, flow)) return null
  const [owner, sender] = [handler.handledDialog.flow.remote.address, flow.remote.address]
  return owner === sender || core.haveSameOwner(owner, sender) ? handler.replaceable : null
}
