import { unwrap } from '@parley/client'
import { announcements } from '@parley/contract/phone'
import { Card, Field, Select, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PlayButton } from '../../announcements/play-button.tsx'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'

type ReplacementsCardProps = Pick<PhoneOutput<'GET /announcements'>, 'items' | 'replacements'>

interface Replacement {
  readonly name: announcements.ReplaceableAnnouncement
  readonly announcementId: string | null
}

/** The announcements of Parley, each of which an announcement of the workspace can replace. */
export function ReplacementsCard({ items, replacements }: ReplacementsCardProps) {
  const { t } = useLanguage()
  const save = useReplaceAnnouncement()
  const [problem, setProblem] = useState<unknown>(null)
  const replaced = new Map(replacements.map(({ name, announcementId }) => [name, announcementId]))
  return (
    <Card title={t('announcements.of-parley')}>
      <div className="grid gap-4">
        {announcements.replaceableAnnouncement.options.map((name) => (
          <Field
            key={name}
            label={t(`announcements.name-${name}`)}
            aside={<ReplacementAudio name={name} onError={setProblem} />}
          >
            <Select
              value={
                (save.isPending && save.variables.name === name
                  ? save.variables.announcementId
                  : replaced.get(name)) ?? ''
              }
              onChange={(id) => save.mutate({ name, announcementId: id || null })}
              options={[
                { value: '', label: t('announcements.by-parley') },
                ...items.map((item) => ({ value: item.id, label: item.name })),
              ]}
            />
          </Field>
        ))}
        {problem !== null && <ErrorAlert error={problem} />}
        {save.isError && <ErrorAlert error={save.error} onTryAgain={() => save.mutate(save.variables)} />}
      </div>
    </Card>
  )
}

interface ReplacementAudioProps extends Pick<Replacement, 'name'> {
  onError: (error: unknown) => void
}

/** Plays an announcement as callers hear it now. */
function ReplacementAudio({ name, onError }: ReplacementAudioProps) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const load = async () =>
    unwrap(await api('GET /announcements/replacements/{name}/audio', { params: { name } })).audio
  return <PlayButton name={t(`announcements.name-${name}`)} load={load} onError={onError} />
}

function useReplaceAnnouncement() {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: (body: Replacement) => api('PUT /announcements/replacements', { body }).then(unwrap),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queries.announcements().queryKey })
      show({ text: t('settings.saved') })
    },
  })
}
