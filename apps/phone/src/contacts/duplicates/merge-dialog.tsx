import { unwrap } from '@parley/client'
import { Dialog, Field, Select, Skeleton, useToast } from '@parley/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { FormButtons } from '../../app-config/routing/form-buttons.tsx'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useUndoChange } from '../changes/use-undo-change.ts'
import { formatValue } from '../custom-fields/custom-values.tsx'
import type { CustomField } from '../custom-fields/value-drafts.ts'
import {
  type Choices,
  type Contact,
  type ContactPair,
  createChoices,
  listDifferentFields,
  listDifferentTexts,
} from './merge-draft.ts'

const maxNotesLabel = 60

/** Merges two contacts, part by part. */
export function MergeDialog({ pair, onClose }: { pair: ContactPair; onClose: () => void }) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const fields = useQuery(queries.customFields())
  return (
    <Dialog isOpen onClose={onClose} title={t('merge.title')} description={t('merge.intro')}>
      {fields.isPending && <Skeleton rows={4} label={t('common.loading')} />}
      {fields.isError && <ErrorAlert error={fields.error} onTryAgain={() => void fields.refetch()} />}
      {fields.data && <MergeForm pair={pair} fields={fields.data.items} onClose={onClose} />}
    </Dialog>
  )
}

interface MergeFormProps {
  pair: ContactPair
  fields: readonly CustomField[]
  onClose: () => void
}

function MergeForm({ pair, fields, onClose }: MergeFormProps) {
  const language = useLanguage()
  const { t } = language
  const [choices, setChoices] = useState(() => createChoices(pair))
  const merge = useMerge(pair, onClose)
  const change = (parts: Partial<Choices>) => setChoices({ ...choices, ...parts })
  const submit = () => merge.mutate(choices)
  const sides = (toText: (contact: Contact) => string) => listSides(pair, toText)
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {listDifferentTexts(pair).map((part) => (
        <Field key={part} label={t(`contacts.${part}`)}>
          <Select
            value={choices[part]}
            options={sides((contact) => contact[part])}
            onChange={(side) => change({ [part]: side })}
          />
        </Field>
      ))}
      {listDifferentFields(pair, fields).map((field) => (
        <Field key={field.id} label={field.name} className="wrap-anywhere">
          <Select
            value={choices.customValues[field.id] ?? 'kept'}
            options={sides(({ customValues }) => formatValue(field, customValues[field.id] ?? '', language))}
            onChange={(side) => change({ customValues: { ...choices.customValues, [field.id]: side } })}
          />
        </Field>
      ))}
      <NotesAndVisibility pair={pair} choices={choices} onChange={change} />
      <KeptLists pair={pair} />
      {merge.error && <ErrorAlert error={merge.error} onTryAgain={submit} />}
      <FormButtons label={t('duplicates.merge')} isBusy={merge.isPending} onCancel={onClose} />
    </form>
  )
}

function listSides({ kept, removed }: ContactPair, toText: (contact: Contact) => string) {
  return [
    { value: 'kept' as const, label: toText(kept) },
    { value: 'removed' as const, label: toText(removed) },
  ]
}

interface NotesAndVisibilityProps {
  pair: ContactPair
  choices: Choices
  onChange: (choices: Partial<Choices>) => void
}

/** The choices of the notes and of the visibility, where the contacts differ in them. */
function NotesAndVisibility({ pair, choices, onChange }: NotesAndVisibilityProps) {
  const { t } = useLanguage()
  const { kept, removed } = pair
  const both = { value: 'both' as const, label: t('merge.notes-both') }
  return (
    <>
      {kept.notes !== removed.notes && kept.notes !== '' && removed.notes !== '' && (
        <Field label={t('contacts.notes')}>
          <Select
            value={choices.notes}
            options={[both, ...listSides(pair, ({ notes }) => notes.slice(0, maxNotesLabel))]}
            onChange={(notes) => onChange({ notes })}
          />
        </Field>
      )}
      {kept.visibility !== removed.visibility && (
        <Field label={t('merge.visibility')}>
          <Select
            value={choices.visibility}
            options={listSides(pair, ({ visibility }) => t(`contacts.${visibility}`))}
            onChange={(visibility) => onChange({ visibility })}
          />
        </Field>
      )}
    </>
  )
}

/** The numbers, e-mails and tags that the merged contact has. */
function KeptLists({ pair: { kept, removed } }: { pair: ContactPair }) {
  const { t } = useLanguage()
  const both = [kept, removed]
  const lists = [
    ['contacts.phones', both.flatMap(({ phones }) => phones.map(({ number }) => formatNumber(number)))],
    ['contacts.emails', both.flatMap(({ emails }) => emails.map(({ address }) => address.toLowerCase()))],
    ['contacts.tags', both.flatMap(({ tags }) => tags)],
  ] as const
  return (
    <dl className="grid gap-2 text-small">
      {lists.map(
        ([label, items]) =>
          items.length > 0 && (
            <div key={label}>
              <dt className="text-ink-soft">{t(label)}</dt>
              <dd className="wrap-anywhere">{[...new Set(items)].join(', ')}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function useMerge({ kept, removed }: ContactPair, onMerged: () => void) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  const undo = useUndoChange()
  const toVersion = ({ id, version }: { id: string; version: number }) => ({ id, version })
  return useMutation({
    mutationFn: (choices: Choices) =>
      api('POST /contact-merges', {
        body: { kept: toVersion(kept), removed: toVersion(removed), choices },
      }).then(unwrap),
    onSuccess: async ({ change }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.contacts.all })
      const onAction = () => undo.mutate({ ids: [change.id], discardEdits: false })
      show({ text: t('merge.done'), action: { label: t('changes.undo'), onAction } })
      onMerged()
    },
  })
}
