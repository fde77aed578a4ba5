import { Button, Checkbox, Field, IconButton, Input, TextArea } from '@parley/ui'
import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { isRefusal } from '../api/refusal.ts'
import { useLanguage } from '../locales/language.tsx'
import { cleanPasted } from '../numbers/clean-pasted.ts'
import { formatNumber } from '../numbers/format-number.ts'
import { FailureNote } from '../shell/failure-note.tsx'
import { type ContactDraft, type DraftRow, draftRow } from './contact-draft.ts'

interface ContactFormProps {
  title: string
  heading?: 'h1' | 'h2'
  initial: ContactDraft
  /** Rejects with the refusal of the service. */
  onSave: (draft: ContactDraft) => Promise<void>
  onCancel: () => void
  /** Fetches the contact anew, after somebody else has changed it. */
  onReload: () => void
}

/** Everything about a contact, to be written. */
export function ContactForm({
  title,
  heading: Heading = 'h2',
  initial,
  onSave,
  onCancel,
  onReload,
}: ContactFormProps) {
  const { text } = useLanguage()
  const [draft, setDraft] = useState(initial)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isChecked, setIsChecked] = useState(false)
  const isNameMissing = draft.name.trim() === ''
  const set = (parts: Partial<ContactDraft>) => setDraft((before) => ({ ...before, ...parts }))

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (isNameMissing || draft.emails.some(isNoEmail)) return
    setIsBusy(true)
    setFailure(null)
    await onSave(draft).catch(setFailure)
    setIsBusy(false)
  }

  return (
    <form onSubmit={(event) => void save(event)} noValidate className="grid max-w-2xl gap-4">
      <Heading className="text-page">{title}</Heading>
      {failure !== null && !isAtField(failure) && (
        <FailureNote
          error={failure}
          onTryAgain={isRefusal(failure, 'CONTACT_CHANGED') ? onReload : undefined}
        />
      )}
      <Field
        label={text('contacts.name')}
        error={isChecked && isNameMissing && text('contacts.name-missing')}
      >
        <Input
          autoFocus
          autoComplete="off"
          maxLength={200}
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={text('contacts.company')}>
          <Input
            maxLength={200}
            value={draft.company}
            onChange={(event) => set({ company: event.target.value })}
          />
        </Field>
        <Field label={text('contacts.role')}>
          <Input maxLength={200} value={draft.role} onChange={(event) => set({ role: event.target.value })} />
        </Field>
      </div>
      <Rows
        kind="phone"
        rows={draft.phones}
        onChange={(phones) => set({ phones })}
        errorOf={(row) => phoneError(failure, row, text)}
      />
      <Rows
        kind="email"
        rows={draft.emails}
        onChange={(emails) => set({ emails })}
        errorOf={(row) => (isChecked && isNoEmail(row) ? text('contacts.email-invalid') : null)}
      />
      <Field label={text('contacts.tags')} hint={text('contacts.tags-hint')}>
        <Input value={draft.tags} onChange={(event) => set({ tags: event.target.value })} />
      </Field>
      <Field label={text('contacts.notes')}>
        <TextArea
          rows={4}
          maxLength={20_000}
          value={draft.notes}
          onChange={(event) => set({ notes: event.target.value })}
        />
      </Field>
      <Checkbox
        label={text('contacts.private-label')}
        hint={text('contacts.private-hint')}
        checked={draft.visibility === 'private'}
        onChange={(isPrivate) => set({ visibility: isPrivate ? 'private' : 'shared' })}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" state={isBusy ? 'busy' : 'idle'}>
          {text('contacts.save')}
        </Button>
        <Button onClick={onCancel}>{text('common.cancel')}</Button>
      </div>
    </form>
  )
}

interface RowsProps {
  kind: 'phone' | 'email'
  rows: readonly DraftRow[]
  onChange: (rows: readonly DraftRow[]) => void
  errorOf: (row: DraftRow) => string | null
}

/** Several numbers or addresses, each with a label. */
function Rows({ kind, rows, onChange, errorOf }: RowsProps) {
  const { text } = useLanguage()
  const put = (key: number, parts: Partial<DraftRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...parts } : row)))

  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="sr-only">{text(kind === 'phone' ? 'contacts.phones' : 'contacts.emails')}</legend>
      {rows.map((row, index) => (
        <div key={row.key} className="flex items-start gap-2">
          <Field
            className="min-w-0 flex-1"
            label={text(kind === 'phone' ? 'contacts.phone' : 'contacts.email')}
            error={errorOf(row)}
          >
            <Input
              type={kind === 'phone' ? 'tel' : 'email'}
              autoComplete="off"
              maxLength={200}
              value={row.value}
              onChange={(event) => put(row.key, { value: event.target.value })}
              onPaste={(event) => {
                const cleaned = kind === 'phone' ? cleanPasted(event.clipboardData.getData('text')) : null
                if (!cleaned) return
                event.preventDefault()
                put(row.key, { value: formatNumber(cleaned.number) })
              }}
            />
          </Field>
          <Field className="w-30 shrink-0" label={text('contacts.label')}>
            <Input
              maxLength={200}
              placeholder={text(kind === 'phone' ? 'contacts.label-mobile' : 'contacts.label-work')}
              value={row.label}
              onChange={(event) => put(row.key, { label: event.target.value })}
            />
          </Field>
          <IconButton
            icon={Trash2}
            className="mt-6"
            label={text('contacts.remove-row', { number: index + 1 })}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          />
        </div>
      ))}
      <Button
        size="small"
        variant="quiet"
        icon={Plus}
        className="justify-self-start"
        onClick={() => onChange([...rows, draftRow()])}
      >
        {text(kind === 'phone' ? 'contacts.add-phone' : 'contacts.add-email')}
      </Button>
    </fieldset>
  )
}

/** A refusal that stands at the number it is about, not above the form. */
function isAtField(failure: unknown): boolean {
  return isRefusal(failure, 'NUMBER_NOT_UNDERSTOOD')
}

function isNoEmail({ value }: DraftRow): boolean {
  return value.trim() !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim())
}

function phoneError(
  failure: unknown,
  row: DraftRow,
  text: ReturnType<typeof useLanguage>['text'],
): string | null {
  if (!isRefusal(failure, 'NUMBER_NOT_UNDERSTOOD')) return null
  return failure.details.typed === row.value.trim() ? text('refusal.NUMBER_NOT_UNDERSTOOD') : null
}
