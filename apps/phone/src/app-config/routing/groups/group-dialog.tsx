import { Dialog, useForm } from '@parley/ui'
import { useState } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import { useUnsavedChangesGuard } from '../../../shell/hooks/use-unsaved-changes-guard.tsx'
import { withGroup } from '../change-configuration.ts'
import { FormButtons } from '../form-buttons.tsx'
import { type Group, type Member, useSaveRouting } from '../use-routing.ts'
import { GroupFields } from './group-fields.tsx'
import { GroupMembers } from './group-members.tsx'

const ringSeconds = { min: 5, max: 60 }

interface GroupDialogProps {
  /** Null for a new group. */
  group: Group | null
  members: readonly Member[]
  onClose: () => void
}

/** Adds or edits a group. */
export function GroupDialog({ group, members, onClose }: GroupDialogProps) {
  const { t } = useLanguage()
  const [initial] = useState(() => group ?? createGroup())
  const [draft, setDraft] = useState(initial)
  const [seconds, setSeconds] = useState(String(initial.ringSeconds))
  const edited = { ...draft, name: draft.name.trim(), ringSeconds: Number(seconds) }
  const save = useSaveRouting(onClose)
  const changes = useUnsavedChangesGuard(JSON.stringify(edited) !== JSON.stringify(initial), onClose)
  const change = (parts: Partial<Group>) => setDraft((before) => ({ ...before, ...parts }))
  const submit = () => save.mutate((before) => withGroup(before, edited))
  const form = useForm({
    validate: () => ({
      name: edited.name ? null : t('routing.name-missing'),
      ringSeconds: isRingTime(edited.ringSeconds) ? null : t('routing.ring-seconds-wrong', ringSeconds),
    }),
    onValid: submit,
  })

  return (
    <Dialog
      isOpen
      onClose={changes.leave}
      title={group ? t('routing.edit-named', { name: group.name }) : t('routing.add-group')}
    >
      <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <GroupFields
          draft={draft}
          seconds={seconds}
          form={form}
          onChange={change}
          onChangeSeconds={setSeconds}
        />
        <GroupMembers
          memberIds={draft.memberIds}
          members={members}
          isOrdered={draft.strategy === 'in-turn'}
          onChange={(memberIds) => change({ memberIds })}
        />
        {save.error && <ErrorAlert error={save.error} onTryAgain={submit} />}
        <FormButtons isBusy={save.isPending} onCancel={changes.leave} />
      </form>
      {changes.dialog}
    </Dialog>
  )
}

function createGroup(): Group {
  return { id: crypto.randomUUID(), name: '', memberIds: [], strategy: 'all', ringSeconds: 20 }
}

function isRingTime(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= ringSeconds.min && seconds <= ringSeconds.max
}
