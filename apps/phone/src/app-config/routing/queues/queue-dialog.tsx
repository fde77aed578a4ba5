import { routing } from '@parley/contract/phone'
import { Checkbox, Dialog, Field, Input, Select, useForm } from '@parley/ui'
import { useState } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import { useUnsavedChangesGuard } from '../../../shell/hooks/use-unsaved-changes-guard.tsx'
import { withQueue } from '../change-configuration.ts'
import { FormButtons } from '../form-buttons.tsx'
import { type Configuration, type Queue, useSaveRouting } from '../use-routing.ts'

const minutes = { min: 1, max: 60 }
const callers = { min: 1, max: 50 }

interface QueueDialogProps {
  /** Null for a new queue. */
  queue: Queue | null
  configuration: Configuration
  onClose: () => void
}

/** Adds or edits a queue. */
export function QueueDialog({ queue, configuration, onClose }: QueueDialogProps) {
  const { t } = useLanguage()
  const [initial] = useState(() => toDraft(queue, configuration))
  const [draft, setDraft] = useState(initial)
  const save = useSaveRouting(onClose)
  const changes = useUnsavedChangesGuard(JSON.stringify(draft) !== JSON.stringify(initial), onClose)
  const change = (parts: Partial<QueueDraft>) => setDraft((before) => ({ ...before, ...parts }))
  const submit = () => save.mutate((before) => withQueue(before, toQueue(draft, queue)))
  const form = useForm({
    validate: () => ({
      name: draft.name.trim() ? null : t('routing.name-missing'),
      minutes: isWithin(draft.minutes, minutes) ? null : t('routing.ring-seconds-wrong', minutes),
      callers: isWithin(draft.callers, callers) ? null : t('routing.ring-seconds-wrong', callers),
    }),
    onValid: submit,
  })
  const input = (name: 'name' | 'minutes' | 'callers') => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })

  return (
    <Dialog
      isOpen
      onClose={changes.leave}
      title={queue ? t('routing.edit-named', { name: queue.name }) : t('routing.add-queue')}
    >
      <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field label={t('routing.name')} error={form.getError('name')}>
          <Input {...input('name')} maxLength={routing.maxNameLength} />
        </Field>
        <Field label={t('routing.queue-group')}>
          <Select
            value={draft.groupId}
            onChange={(groupId) => change({ groupId })}
            options={configuration.groups.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
        <Field label={t('routing.queue-wait')} error={form.getError('minutes')}>
          <Input {...input('minutes')} inputMode="numeric" className="max-w-28" />
        </Field>
        <Field label={t('routing.queue-size')} error={form.getError('callers')}>
          <Input {...input('callers')} inputMode="numeric" className="max-w-28" />
        </Field>
        <Checkbox
          label={t('routing.queue-position')}
          checked={draft.announcesPosition}
          onChange={(announcesPosition) => change({ announcesPosition })}
        />
        {save.error && <ErrorAlert error={save.error} onTryAgain={submit} />}
        <FormButtons isBusy={save.isPending} onCancel={changes.leave} />
      </form>
      {changes.dialog}
    </Dialog>
  )
}

/** Numbers are as typed. */
interface QueueDraft extends Pick<Queue, 'id' | 'name' | 'groupId' | 'announcesPosition'> {
  readonly minutes: string
  readonly callers: string
}

function toDraft(queue: Queue | null, { groups }: Configuration): QueueDraft {
  return {
    id: queue?.id ?? crypto.randomUUID(),
    name: queue?.name ?? '',
    groupId: queue?.groupId ?? groups[0]?.id ?? '',
    minutes: toMinutes(queue),
    callers: String(queue?.maxCallers ?? 10),
    announcesPosition: queue?.announcesPosition ?? true,
  }
}

function toMinutes(queue: Queue | null): string {
  return String(Math.ceil((queue?.maxWaitSeconds ?? 300) / 60))
}

/** A time that is not changed here may have seconds, which the dialog does not show. */
function toQueue(
  { id, name, groupId, announcesPosition, ...draft }: QueueDraft,
  before: Queue | null,
): Queue {
  return {
    id,
    announcesPosition,
    name: name.trim(),
    groupId,
    maxWaitSeconds:
      before && draft.minutes === toMinutes(before) ? before.maxWaitSeconds : Number(draft.minutes) * 60,
    maxCallers: Number(draft.callers),
  }
}

function isWithin(typed: string, { min, max }: { readonly min: number; readonly max: number }): boolean {
  const number = Number(typed)
  return Number.isInteger(number) && number >= min && number <= max
}
