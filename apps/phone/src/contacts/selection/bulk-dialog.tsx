import { ConfirmDialog, Dialog, Field, Input, Select, useForm } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContactSelection } from '../../api/contact-files/export-contacts.ts'
import { FormButtons } from '../../app-config/routing/form-buttons.tsx'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import { BulkResult } from './bulk-result.tsx'
import { type BulkAction, useBulkChange } from './use-bulk-change.ts'

export type BulkKind = BulkAction['type']

interface BulkDialogProps {
  kind: BulkKind
  request: ContactSelection
  count: number
  onClose: () => void
  /** Called when contacts have been changed. */
  onDone: () => void
}

/** Changes the selected contacts after a question, and shows why some were not changed. */
export function BulkDialog({ kind, request, count, onClose, onDone }: BulkDialogProps) {
  const { t, plural } = useLanguage()
  const explain = useExplainError()
  const [finish] = useState(() => () => {
    onDone()
    onClose()
  })
  const change = useBulkChange(request, finish)
  if (change.data && change.data.unchanged.length > 0)
    return <BulkResult result={change.data} onClose={finish} />
  if (kind === 'add-tag' || kind === 'remove-tag')
    return <TagDialog kind={kind} change={change} onClose={onClose} />
  if (kind === 'assign') return <OwnerDialog change={change} onClose={onClose} />
  return (
    <ConfirmDialog
      isOpen
      title={kind === 'delete' ? plural('bulk.delete-question', count) : t('bulk.share')}
      cancelLabel={t('common.cancel')}
      confirmLabel={t(`bulk.${kind}`)}
      state={change.isPending ? 'busy' : 'idle'}
      error={change.error && explain(change.error).sentence}
      onCancel={onClose}
      onConfirm={() => change.mutate({ type: kind })}
    >
      {t(`bulk.${kind}-sentence`)}
    </ConfirmDialog>
  )
}

interface FormDialogProps {
  change: ReturnType<typeof useBulkChange>
  onClose: () => void
}

function TagDialog({ kind, change, onClose }: FormDialogProps & { kind: 'add-tag' | 'remove-tag' }) {
  const { t } = useLanguage()
  const [tag, setTag] = useState('')
  const submit = () => change.mutate({ type: kind, tag: tag.trim() })
  const form = useForm({
    validate: () => ({ tag: tag.trim() ? null : t('bulk.tag-missing') }),
    onValid: submit,
  })
  return (
    <Dialog isOpen onClose={onClose} title={t(`bulk.${kind}`)}>
      <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field label={t('bulk.tag')} error={form.getError('tag')}>
          <Input
            name="tag"
            autoComplete="off"
            maxLength={50}
            value={tag}
            onChange={({ target }) => setTag(target.value)}
          />
        </Field>
        {change.error && <ErrorAlert error={change.error} onTryAgain={submit} />}
        <FormButtons label={t(`bulk.${kind}`)} isBusy={change.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function OwnerDialog({ change, onClose }: FormDialogProps) {
  const { t } = useLanguage()
  const { me, queries } = usePhone()
  const colleagues = useQuery(queries.allColleagues())
  const [userId, setUserId] = useState(me.user.id)
  const submit = () => change.mutate({ type: 'assign', userId })
  const own = { value: me.user.id, label: t('bulk.owner-me', { name: me.user.displayName ?? '' }) }
  const others = (colleagues.data?.items ?? []).map((each) => ({
    value: each.userId,
    label: each.name ?? each.number ?? '',
  }))
  return (
    <Dialog isOpen onClose={onClose} title={t('bulk.assign')}>
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label={t('bulk.owner')}>
          <Select value={userId} options={[own, ...others]} onChange={setUserId} />
        </Field>
        {change.error && <ErrorAlert error={change.error} onTryAgain={submit} />}
        <FormButtons label={t('bulk.assign')} isBusy={change.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
