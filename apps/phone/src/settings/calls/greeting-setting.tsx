import { unwrap } from '@parley/client'
import { Button, ConfirmDialog, formatDuration, useToast } from '@parley/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AudioField } from '../../announcements/audio-field.tsx'
import { PlayButton } from '../../announcements/play-button.tsx'
import type { PreparedAudio } from '../../announcements/prepare-audio.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

/** The voicemail greeting of the user. */
export function GreetingSetting() {
  const { queries } = usePhone()
  const stored = useQuery(queries.greeting())
  const [isChanging, setIsChanging] = useState(false)
  if (stored.isError) return <ErrorAlert error={stored.error} onTryAgain={() => void stored.refetch()} />
  if (!stored.data) return null
  if (isChanging) return <NewGreeting onClose={() => setIsChanging(false)} />
  return <CurrentGreeting greeting={stored.data.greeting} onChange={() => setIsChanging(true)} />
}

interface CurrentGreetingProps {
  greeting: { readonly durationMs: number } | null
  onChange: () => void
}

function CurrentGreeting({ greeting, onChange }: CurrentGreetingProps) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const [problem, setProblem] = useState<unknown>(null)
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <p>
        {greeting
          ? t('announcements.own-greeting', { length: formatDuration(greeting.durationMs) })
          : t('announcements.usual-greeting')}
      </p>
      <div className="flex flex-wrap gap-2">
        {greeting && (
          <PlayButton
            load={async () => unwrap(await api('GET /me/greeting/audio', {})).audio}
            onError={setProblem}
          />
        )}
        <Button size="small" onClick={onChange}>
          {t(greeting ? 'announcements.change-greeting' : 'announcements.add-greeting')}
        </Button>
        {greeting && (
          <Button size="small" onClick={() => setIsDeleting(true)}>
            {t('announcements.use-usual')}
          </Button>
        )}
      </div>
      {problem !== null && <ErrorAlert error={problem} />}
      {isDeleting && <DeleteGreeting onClose={() => setIsDeleting(false)} />}
    </div>
  )
}

/** Deletes the greeting after one question. */
function DeleteGreeting({ onClose }: { onClose: () => void }) {
  const { t } = useLanguage()
  const explain = useExplainError()
  const save = useSaveGreeting(onClose)
  return (
    <ConfirmDialog
      isOpen
      title={t('announcements.delete-greeting-question')}
      cancelLabel={t('common.cancel')}
      confirmLabel={t('announcements.use-usual')}
      state={save.isPending ? 'busy' : 'idle'}
      error={save.error && explain(save.error).sentence}
      onCancel={onClose}
      onConfirm={() => save.mutate(null)}
    >
      {t('announcements.delete-sentence')}
    </ConfirmDialog>
  )
}

function NewGreeting({ onClose }: { onClose: () => void }) {
  const { t } = useLanguage()
  const [audio, setAudio] = useState<PreparedAudio | null>(null)
  const save = useSaveGreeting(onClose)
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <AudioField label={t('announcements.greeting')} value={audio} error={null} onChange={setAudio} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          state={save.isPending ? 'busy' : 'idle'}
          disabledReason={audio ? null : t('announcements.audio-missing')}
          onClick={() => audio && save.mutate(audio)}
        >
          {t('announcements.save')}
        </Button>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </div>
      {save.isError && <ErrorAlert error={save.error} onTryAgain={() => save.mutate(save.variables)} />}
    </div>
  )
}

/** Saves the greeting of the user, or deletes it. */
function useSaveGreeting(onSaved: () => void) {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: async (prepared: PreparedAudio | null) => {
      if (prepared) return unwrap(await api('PUT /me/greeting', { body: { audio: prepared.audio } }))
      unwrap(await api('DELETE /me/greeting', {}))
      return null
    },
    onSuccess: (greeting) => {
      queryClient.setQueryData(queries.greeting().queryKey, { greeting })
      show({ text: t('settings.saved') })
      onSaved()
    },
  })
}
