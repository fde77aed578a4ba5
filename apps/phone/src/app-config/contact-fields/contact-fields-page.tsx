import { Badge, Button, Card, EmptyState, IconButton, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { Archive, ArchiveRestore, ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CustomField } from '../../contacts/custom-fields/value-drafts.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { ConfigPage } from '../config-page.tsx'
import { AdministratorsOnly } from '../members/administrators-only.tsx'
import { DeleteField } from './delete-field.tsx'
import { FieldDialog } from './field-dialog.tsx'
import { useFieldUpdates } from './use-field-updates.ts'

const maxFields = 30

/** The custom fields of the contacts of the workspace. */
export function ContactFieldsPage() {
  const { t } = useLanguage()
  const { me } = usePhone()
  return (
    <ConfigPage title={t('fields.title')}>{me.isPhoneAdmin ? <Fields /> : <AdministratorsOnly />}</ConfigPage>
  )
}

function Fields() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const { data, error, refetch } = useQuery(queries.customFields())
  const [editing, setEditing] = useState<CustomField | 'new' | null>(null)
  const [deleting, setDeleting] = useState<CustomField | null>(null)
  if (error) return <ErrorAlert error={error} onTryAgain={() => void refetch()} />
  if (!data) return <Skeleton rows={4} label={t('common.loading')} />
  const { items } = data
  const add = (
    <Button icon={Plus} size="small" onClick={() => setEditing('new')}>
      {t('fields.add')}
    </Button>
  )
  return (
    <div className="grid max-w-180 grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-ink-soft">{t('fields.intro')}</p>
      <Card
        title={t('fields.title')}
        aside={
          items.length > 0 && (
            <span className="flex items-center gap-3">
              <span className="text-small text-ink-soft">
                {t('fields.count', { count: items.length, max: maxFields })}
              </span>
              {items.length < maxFields && add}
            </span>
          )
        }
        padding="none"
      >
        {items.length === 0 ? (
          <div className="px-4.5">
            <EmptyState action={add}>{t('fields.none')}</EmptyState>
          </div>
        ) : (
          <ul className="[&>li+li]:border-t [&>li+li]:border-line">
            {items.map((field) => (
              <FieldRow
                key={field.id}
                field={field}
                fields={items}
                onEdit={() => setEditing(field)}
                onDelete={() => setDeleting(field)}
              />
            ))}
          </ul>
        )}
      </Card>
      {editing && <FieldDialog field={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      {deleting && <DeleteField field={deleting} onClose={() => setDeleting(null)} />}
    </div>
  )
}

interface FieldRowProps {
  field: CustomField
  fields: readonly CustomField[]
  onEdit: () => void
  onDelete: () => void
}

function FieldRow({ field, fields, onEdit, onDelete }: FieldRowProps) {
  const { t } = useLanguage()
  const { update, order } = useFieldUpdates()
  const { name, isArchived } = field
  const position = fields.indexOf(field)
  const isBusy = update.isPending || order.isPending
  const swapWith = (other: number) => {
    const ids = fields.map(({ id }) => id)
    order.mutate(ids.with(position, ids[other] ?? '').with(other, field.id))
  }
  return (
    <li className="flex items-start gap-2 py-2.5 pr-2.5 pl-4.5 max-sm:flex-wrap">
      <div className="grid min-w-0 flex-1 gap-0.5 max-sm:basis-full">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="wrap-anywhere">{name}</h3>
          {isArchived && <Badge>{t('fields.archived')}</Badge>}
        </div>
        <p className="text-small wrap-anywhere text-ink-soft">
          {[t(`fields.type-${field.type}`), field.choices.join(', ')].filter(Boolean).join(': ')}
        </p>
        {isArchived && <p className="text-small text-ink-soft">{t('fields.archived-hint')}</p>}
      </div>
      <div className="flex">
        <IconButton
          icon={ArrowUp}
          size="small"
          label={t('routing.move-up', { name })}
          disabled={position === 0 || isBusy}
          onClick={() => swapWith(position - 1)}
        />
        <IconButton
          icon={ArrowDown}
          size="small"
          label={t('routing.move-down', { name })}
          disabled={position === fields.length - 1 || isBusy}
          onClick={() => swapWith(position + 1)}
        />
        <IconButton icon={Pencil} size="small" label={t('fields.edit-named', { name })} onClick={onEdit} />
        <IconButton
          icon={isArchived ? ArchiveRestore : Archive}
          size="small"
          disabled={isBusy}
          label={t(isArchived ? 'fields.restore-named' : 'fields.archive-named', { name })}
          onClick={() => update.mutate({ ...field, isArchived: !isArchived })}
        />
        <IconButton
          icon={Trash2}
          size="small"
          label={t('fields.delete-named', { name })}
          onClick={onDelete}
        />
      </div>
    </li>
  )
}
