import { unwrap } from '@parley/client'
import { announcements } from '@parley/contract/phone'
import { Card, Field, Select, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PlayButton } from '../../announcements/play-button.tsx'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { type Language, useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'

type ReplacementsCardProps = Pick<PhoneOutput<'GET /announcements'>, 'items' | 'replacements'>

interface Replacement {
  readonly name: announcements.ReplaceableAnnouncement
  readonly announcementId: string | null
}

/** The announcements of Parley, each of which an announcement of the workspace can replace. */
export function ReplacementsCard({ items, replacements }: ReplacementsCardProps) {
  const language = useLanguage()
  const { t } = language
  const save = useReplaceAnnouncement()
  const [problem, setProblem] = useState<unknown>(null)
  const replaced = new Map(replacements.map(({ name, announcementId }) => [name, announcementId]))
  const renderField = (name: announcements.ReplaceableAnnouncement) => (
    <Field
      key={name}
      label={getReplaceableLabel(name, language)}
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
  )
  return (
    <Card title={t('announcements.of-parley')}>
      <div className="grid gap-4">
        {announcements.replaceableAnnouncement.options
          .filter((name) => !isQueuePosition(name))
          .map(renderField)}
        <details>
          <summary className="w-max">{t('announcements.queue-positions')}</summary>
          <p className="py-2 text-small text-ink-soft">{t('announcements.queue-positions-hint')}</p>
          <div className="grid gap-4">{announcements.queuePositionAnnouncement.options.map(renderField)}</div>
        </details>
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
  const language = useLanguage()
  const { api } = usePhone()
  const load = async () =>
    unwrap(await api('GET /announcements/replacements/{name}/audio', { params: { name } })).audio
  return <PlayButton name={getReplaceableLabel(name, language)} load={load} onError={onError} />
}

type QueuePosition = (typeof announcements.queuePositionAnnouncement.options)[number]

function isQueuePosition(name: announcements.ReplaceableAnnouncement): name is QueuePosition {
  return announcements.queuePositionAnnouncement.safeParse(name).success
}

function getReplaceableLabel(name: announcements.ReplaceableAnnouncement, { t }: Language): string {
  if (!isQueuePosition(name)) return t(`announcements.name-${name}`)
  if (name === 'queue-position-many')
    return t('announcements.name-queue-position-many', { position: String(announcements.maxSpokenPosition) })
  return t('announcements.name-queue-position', { position: name.replace('queue-position-', '') })
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
