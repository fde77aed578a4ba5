import { useStore } from '@parley/kit-react'
import type { CommandRow } from '@parley/ui'
import { useNavigate } from '@tanstack/react-router'
import { Mic, MicOff, Pause, Phone, PhoneForwarded, PhoneOff, Play, Plus, Voicemail } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { callTitle } from '../calls/describe-call.ts'
import { hangUp } from '../current-call/active/hang-up.ts'
import { hangUpHint, hangUpLabel } from '../current-call/active/hang-up-effect.ts'
import { canTransfer, isOnHold } from '../current-call/active/labels.ts'
import { canSendToVoicemail, findActiveCall } from '../current-call/manager/call-manager-state.ts'
import type { LocalCall } from '../current-call/manager/local-call.ts'
import { isCallable } from '../dial/numbers/format-number.ts'
import { foldText, matchesSearch } from '../i18n/fold-text.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'

/** A row whose label is searched in the palette itself. */
type TextRow = CommandRow & { readonly label: string }

/** The rows that answer a ringing call, control the current call, or add a contact. */
export function useDoRows(
  input: string,
  onShowTool: () => void,
): {
  readonly rows: readonly CommandRow[]
  readonly isNamed: boolean
} {
  const ringing = useRingingRows()
  const call = useCallControlRows(onShowTool)
  const matching = [...ringing, ...call].filter(({ label }) => matchesSearch(label, input))
  return {
    rows: [...matching, ...useNewContactRows(input)],
    /** Whether the input is the beginning of one of them: "hold" must not call the number that tests it. */
    isNamed: input !== '' && matching.some(({ label }) => foldText(label).startsWith(foldText(input))),
  }
}

function useRingingRows(): readonly TextRow[] {
  const language = useLanguage()
  const { t } = language
  const { callManager } = usePhone()
  const ringing = useStore(callManager).incoming.filter(({ isAnswering }) => !isAnswering)
  return ringing.flatMap(({ call }) => {
    const name = callTitle(call, language)
    const rows: TextRow[] = [
      {
        id: `answer ${call.id}`,
        icon: Phone,
        tone: 'call',
        label: t('palette.answer', { name }),
        run: () => callManager.answer(call.id),
      },
      {
        id: `decline ${call.id}`,
        icon: PhoneOff,
        tone: 'danger',
        label: t('palette.decline', { name }),
        run: () => void callManager.decline(call.id),
      },
    ]
    if (canSendToVoicemail(call))
      rows.push({
        id: `to-voicemail ${call.id}`,
        icon: Voicemail,
        label: t('palette.to-voicemail', { name }),
        run: () => void callManager.sendToVoicemail(call.id),
      })
    return rows
  })
}

/** @param onShowTool - Called when a tool of the call is opened. */
function useCallControlRows(onShowTool: () => void): readonly TextRow[] {
  const localCall = findActiveCall(useStore(usePhone().callManager))
  const isMuted = useIsMuted(localCall)
  const language = useLanguage()
  const { t } = language
  const { callManager, tool } = usePhone()
  if (!localCall) return []
  const { key, call } = localCall
  const isHeld = isOnHold(call)
  const isAnswered = call?.phase === 'talking' || call?.phase === 'on-hold'
  const [hangUpText, hint] = [hangUpLabel(localCall, language), hangUpHint(localCall, language)]
  const rows: TextRow[] = [
    {
      id: `mute ${key}`,
      icon: isMuted ? Mic : MicOff,
      label: t(isMuted ? 'live.unmute' : 'live.mute'),
      run: () => void callManager.commands.setMuted(key, !isMuted),
    },
  ]
  if (isAnswered || isHeld)
    rows.push({
      id: `hold ${key}`,
      icon: isHeld ? Play : Pause,
      label: t(isHeld ? 'palette.resume' : 'live.hold'),
      run: () => void callManager.commands.setOnHold(key, !isHeld),
    })
  if (canTransfer(call))
    rows.push({
      id: `transfer ${key}`,
      icon: PhoneForwarded,
      label: t('transfer.title'),
      run: () => {
        tool.set('transfer')
        onShowTool()
      },
    })
  rows.push({
    // With another effect it is another row, which the user has not selected.
    id: `hang-up ${key} ${hangUpText} ${hint}`,
    icon: PhoneOff,
    tone: 'danger',
    label: hangUpText,
    hint,
    run: () => hangUp(callManager, localCall),
  })
  return rows
}

function useIsMuted(localCall: LocalCall | null): boolean {
  return useSyncExternalStore(
    (listener) => localCall?.leg.subscribe(listener) ?? (() => undefined),
    () => localCall?.leg.get().isMuted ?? false,
  )
}

/** The row that adds a contact with the name or the number that was typed. */
function useNewContactRows(input: string): readonly CommandRow[] {
  const { t } = useLanguage()
  const navigate = useNavigate()
  const text = input.trim()
  const search = text === '' ? {} : isCallable(text) ? { number: text } : { name: text }
  return [
    {
      id: 'new-contact',
      icon: Plus,
      label: text === '' ? t('palette.new-contact') : t('palette.new-contact-named', { name: text }),
      run: () => void navigate({ to: '/contacts', search: { edit: 'new', ...search } }),
    },
  ]
}
