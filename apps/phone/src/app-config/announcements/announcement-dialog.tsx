import { unwrap } from '@parley/client'
import { Dialog, Field, Input, useForm, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AudioField } from '../../announcements/audio-field.tsx'
import type { PreparedAudio } from '../../announcements/prepare-audio.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useUnsavedChangesGuard } from '../../shell/hooks/use-unsaved-changes-guard.tsx'
import { FormButtons } from '../routing/form-buttons.tsx'

/** Adds an announcement of the workspace. */
export function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLanguage()
  const [name, setName] = useState('')
  const [audio, setAudio] = useState<PreparedAudio | null>(null)
  const save = useAddAnnouncement(onClose)
  const changes = useUnsavedChangesGuard(name !== '' || audio !== null, onClose)
  const submit = () => audio && save.mutate({ name: name.trim(), audio: audio.audio })
  const form = useForm({
    validate: () => ({
      name: name.trim() ? null : t('routing.name-missing'),
      audio: audio ? null : t('announcements.audio-missing'),
    }),
    onValid: submit,
  })
  return (
    <Dialog isOpen onClose={changes.leave} title={t('announcements.add')}>
      <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field label={t('routing.name')} error={form.getError('name')}>
          <Input name="name" maxLength={60} value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
        <AudioField
          label={t('announcements.audio')}
          value={audio}
          error={audio ? null : form.getError('audio')}
          onChange={setAudio}
        />
        {save.error && <ErrorAlert error={save.error} onTryAgain={submit} />}
        <FormButtons isBusy={save.isPending} onCancel={changes.leave} />
      </form>
      {changes.dialog}
    </Dialog>
  )
}

function useAddAnnouncement(onAdded: () => void) {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: (body: { name: string; audio: string }) => api('POST /announcements', { body }).then(unwrap),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queries.announcements().queryKey })
      show({ text: t('announcements.added') })
      onAdded()
    },
  })
}
