import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { hangUp } from '../current-call/active/hang-up.ts'
import { canHangUpWithKey } from '../current-call/active/hang-up-effect.ts'
import { canTransfer, isOnHold, listRecordingChanges } from '../current-call/active/labels.ts'
import type { RecordingChange } from '../current-call/manager/call-commands.ts'
import { canSendToVoicemail, findActiveCall } from '../current-call/manager/call-manager-state.ts'
import type { CallTool } from '../current-call/tools/call-controls.tsx'
import { usePhone } from '../phone-context.tsx'
import { shortcutsSetting } from './shortcuts-setting.ts'

const recordingKeys: Record<RecordingChange, 'r' | 'p'> = { start: 'r', stop: 'r', pause: 'p', resume: 'p' }

interface ShortcutActions {
  readonly onHelp: () => void
  /** Called when a tool of the call is opened. */
  readonly onShowTool: () => void
}

/**
 * Single-key shortcuts outside text fields: M mute, H hold, X hang up, unless it ends the call for several others, K
 * keypad, T transfer, R record, P pause the recording, A answer, D decline, V voicemail, / search, ? shortcut list;
 * digits are sent as DTMF or open the dial pad. They can be turned off.
 */
export function useCallShortcuts({ onHelp, onShowTool }: ShortcutActions): void {
  const { callManager, tones, tool } = usePhone()
  const navigate = useNavigate()

  const toggleTool = (toggled: CallTool) => {
    const isShown = tool.get() === toggled
    tool.set(isShown ? 'none' : toggled)
    if (!isShown) onShowTool()
  }

  const act = useEffectEvent((key: string): boolean => {
    const state = callManager.get()
    const localCall = findActiveCall(state)
    const ringing = state.incoming.find(({ isAnswering }) => !isAnswering)
    const isAnswered = localCall?.call?.phase === 'talking' || localCall?.call?.phase === 'on-hold'

    if (isDialogOpen() && !/^[advmh]$/.test(key)) return false
    if (key === 'a' && ringing) callManager.answer(ringing.call.id)
    else if (key === 'd' && ringing) void callManager.decline(ringing.call.id)
    else if (key === 'v' && ringing && canSendToVoicemail(ringing.call))
      void callManager.sendToVoicemail(ringing.call.id)
    else if (key === 'm' && localCall)
      void callManager.commands.setMuted(localCall.key, !localCall.leg.get().isMuted)
    else if (key === 'h' && localCall && (isAnswered || isOnHold(localCall.call)))
      void callManager.commands.setOnHold(localCall.key, !isOnHold(localCall.call))
    else if (key === 'x' && localCall && canHangUpWithKey(localCall)) hangUp(callManager, localCall)
    else if (key === 'k' && localCall) toggleTool('keypad')
    else if (key === 't' && canTransfer(localCall?.call)) toggleTool('transfer')
    else if ((key === 'r' || key === 'p') && localCall?.call && isAnswered) {
      const change = listRecordingChanges(localCall.call).find((each) => recordingKeys[each] === key)
      if (change) void callManager.commands.changeRecording(localCall.key, change)
    } else if (key === '/') return focusSearch()
    else if (key === '?') onHelp()
    else if (/^[0-9*#]$/.test(key) && localCall) {
      tones.key(key)
      void callManager.commands.sendDigits(localCall.key, key)
    } else if (/^[0-9+]$/.test(key) && !document.querySelector('[data-dial-box]')) {
      void navigate({ to: '/dial', search: { to: key } })
    } else return false
    return true
  })

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat
      if (!isPlain || event.defaultPrevented || isWriting(event.target)) return
      if (shortcutsSetting.get() === 'on' && act(event.key.toLowerCase())) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLElement>('input[type="search"]')
  search?.focus()
  return search !== null
}

function isWriting(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : null
  return element?.closest('input, textarea, select, [contenteditable], [role="menu"]') != null
}

/** Open dialogs have their own shortcuts or require an answer. Incoming calls, which are not modal, do not. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]:not([aria-modal="false"])') !== null
}
