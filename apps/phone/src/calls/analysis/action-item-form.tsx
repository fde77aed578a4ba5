import { analyses } from '@parley/contract/phone'
import { Button, Field, Input, Select } from '@parley/ui'
import { useState } from 'react'
import type { PhoneInput } from '../../api/phone-api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useMemberOptions } from '../details/use-member-options.ts'

export type ItemChanges = PhoneInput<'PATCH /calls/{call}/action-items/{item}'>['body']

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
  const [stored] = useState(() => createDraft(item))
  const [draft, setDraft] = useState(stored)
  const { submit, failure, isBusy } = useSubmit(async () => {
    await onSubmit(listChanges(stored, draft))
    onClose()
  })
  const change = (parts: Partial<ItemDraft>) => setDraft((before) => ({ ...before, ...parts }))
  const isEmpty = draft.text.trim() === ''
  const members = useMemberOptions(
    owner === null ? null : { userId: owner.userId ?? participant, userName: owner.name },
  )
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-control bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) void submit()
      }}
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

interface ItemDraft {
  readonly text: string
  readonly owner: string
  readonly dueOn: string
}

function createDraft({ text, owner, dueOn }: analyses.ActionItem): ItemDraft {
  return { text, owner: owner === null ? '' : (owner.userId ?? participant), dueOn: dueOn ?? '' }
}

function listChanges(stored: ItemDraft, { text, owner, dueOn }: ItemDraft): ItemChanges {
  return {
    ...(text === stored.text ? {} : { text }),
    ...(owner === stored.owner ? {} : { ownerUserId: owner || null }),
    ...(dueOn === stored.dueOn ? {} : { dueOn: dueOn || null }),
  }
}

function useSubmit(send: () => Promise<void>) {
  const [failure, setFailure] = useState<Error | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await send()
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
      setIsBusy(false)
    }
  }
  return { submit, failure, isBusy }
}
