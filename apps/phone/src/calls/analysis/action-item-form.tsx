import { analyses } from '@parley/contract/phone'
import { Button, Field, Input, Select } from '@parley/ui'
import { type FormEvent, useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useMemberOptions } from '../details/use-member-options.ts'
import type { ItemChanges } from './action-items.tsx'

interface ActionItemFormProps {
  item: analyses.ActionItem
  onSubmit: (changes: ItemChanges) => Promise<unknown>
  onClose: () => void
}

/** The value of a participant who is no member. */
const participant = 'participant'

/** Edits the text, the owner and the due date of an action item. Only what the user has changed is sent. */
export function ActionItemForm({ item, onSubmit, onClose }: ActionItemFormProps) {
  const { t } = useLanguage()
  const { owner } = item
  const [stored] = useState({
    text: item.text,
    owner: owner === null ? '' : (owner.userId ?? participant),
    dueOn: item.dueOn ?? '',
  })
  const [draft, setDraft] = useState(stored)
  const [failure, setFailure] = useState<Error | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const change = (parts: Partial<typeof stored>) => setDraft((before) => ({ ...before, ...parts }))
  const isEmpty = draft.text.trim() === ''
  const members = useMemberOptions(
    owner === null ? null : { userId: owner.userId ?? participant, userName: owner.name },
  )

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || isBusy) return
    setIsBusy(true)
    try {
      await onSubmit({
        ...(draft.text === stored.text ? {} : { text: draft.text }),
        ...(draft.owner === stored.owner ? {} : { ownerUserId: draft.owner || null }),
        ...(draft.dueOn === stored.dueOn ? {} : { dueOn: draft.dueOn || null }),
      })
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
      setIsBusy(false)
    }
  }
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-control bg-sunken p-3"
      onSubmit={(event) => void submit(event)}
    >
      <Field label={t('analysis.item-text')} error={isEmpty ? t('analysis.item-text-missing') : null}>
        <Input
          autoFocus
          maxLength={analyses.maxItemLength}
          value={draft.text}
          onChange={({ target }) => change({ text: target.value })}
        />
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2">
        <Field label={t('analysis.item-owner')} error={null}>
          <Select options={members} value={draft.owner} onChange={(value) => change({ owner: value })} />
        </Field>
        <Field label={t('analysis.item-due-on')} error={null}>
          <Input type="date" value={draft.dueOn} onChange={({ target }) => change({ dueOn: target.value })} />
        </Field>
      </div>
      {failure && <ErrorAlert error={failure} />}
      <div className="flex gap-2">
        <Button type="submit" size="small" state={isBusy ? 'busy' : 'idle'}>
          {t('analysis.item-save')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
