import { IconButton } from '@parley/ui'
import { Check, Undo2 } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { DeleteVoicemail } from './delete-voicemail.tsx'
import type { useSetDealtWith } from './use-set-dealt-with.ts'

interface MessageActionsProps {
  callId: string
  /** Of the caller. */
  name: string
  isDealtWith: boolean
  setDealtWith: ReturnType<typeof useSetDealtWith>
}

/** Marks a message as dealt with or as new, and deletes it. */
export function MessageActions({ callId, name, isDealtWith, setDealtWith }: MessageActionsProps) {
  const { t } = useLanguage()
  return (
    <>
      <IconButton
        icon={isDealtWith ? Undo2 : Check}
        label={t(isDealtWith ? 'voicemail.mark-new' : 'voicemail.mark-dealt-with', { name })}
        onClick={() => setDealtWith.mutate({ callId, isDealtWith: !isDealtWith })}
      />
      <DeleteVoicemail callId={callId} name={name} />
    </>
  )
}
