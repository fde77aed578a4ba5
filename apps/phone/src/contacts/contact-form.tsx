import { Button, Checkbox, Field, Input, TextArea, useForm } from '@parley/ui'
import { useState } from 'react'
import { isPhoneApiError } from '../api/errors.ts'
import type { CheckNumbers } from '../dial/numbers/use-number-checks.ts'
import { useLanguage } from '../i18n/language.tsx'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { useUnsavedChangesGuard } from '../shell/hooks/use-unsaved-changes-guard.tsx'
import { type ContactDraft, toContactInput } from './contact-draft.ts'
import { ContactRows } from './contact-rows.tsx'
import { useContactValidation } from './contact-validation.tsx'

interface ContactFormProps {
  title: string
  heading?: 'h1' | 'h2'
  /** Initial form state. */
  initial: ContactDraft
  /** Null for a new contact. */
  contactId: string | null
  checkNumbers: CheckNumbers
  /** Rejects with the API error. */
  onSave: (draft: ContactDraft) => Promise<void>
  onCancel: () => void
  /** Refetches the contact after a concurrent change. */
  onReload: () => void
}

/** The form of a contact. */
export function ContactForm({
  title,
  heading: Heading = 'h2',
  initial,
  contactId,
  checkNumbers,
  onSave,
  onCancel,
  onReload,
}: ContactFormProps) {
  const { t } = useLanguage()
  const [initialDraft] = useState(initial)
  const [draft, setDraft] = useState(initial)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { validate, toFieldErrors } = useContactValidation(contactId, checkNumbers)
  const isChanged = JSON.stringify(toContactInput(draft)) !== JSON.stringify(toContactInput(initialDraft))
  const changes = useUnsavedChangesGuard(isChanged, onCancel)
  const set = (parts: Partial<ContactDraft>) => setDraft((before) => ({ ...before, ...parts }))

  const form = useForm({
    validate: () => validate(draft),
    async onValid() {
      setIsBusy(true)
      setFailure(null)
      await onSave(draft).catch((error: unknown) => {
        const atField = toFieldErrors(error, draft)
        if (atField) form.setErrors(atField)
        else setFailure(error)
      })
      setIsBusy(false)
    },
  })

  return (
    <form {...form.props} className="grid max-w-2xl gap-4">
      <Heading className="text-page">{title}</Heading>
      {failure !== null && (
        <ErrorAlert
          error={failure}
          onTryAgain={isPhoneApiError(failure, 'CONTACT_CHANGED') ? onReload : undefined}
        />
      )}
      <Field label={t('contacts.name')} error={form.errorOf('name')}>
        <Input
          autoFocus
          name="name"
          autoComplete="off"
          maxLength={200}
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('contacts.company')}>
          <Input
            maxLength={200}
            value={draft.company}
            onChange={(event) => set({ company: event.target.value })}
          />
        </Field>
        <Field label={t('contacts.role')}>
          <Input maxLength={200} value={draft.role} onChange={(event) => set({ role: event.target.value })} />
        </Field>
      </div>
      <ContactRows
        kind="phone"
        rows={draft.phones}
        onChange={(phones) => set({ phones })}
        errorOf={form.errorOf}
      />
      <ContactRows
        kind="email"
        rows={draft.emails}
        onChange={(emails) => set({ emails })}
        errorOf={form.errorOf}
      />
      <Field label={t('contacts.tags')} hint={t('contacts.tags-hint')} error={form.errorOf('tags')}>
        <Input name="tags" value={draft.tags} onChange={(event) => set({ tags: event.target.value })} />
      </Field>
      <Field label={t('contacts.notes')}>
        <TextArea
          rows={4}
          maxLength={20_000}
          value={draft.notes}
          onChange={(event) => set({ notes: event.target.value })}
        />
      </Field>
      <Checkbox
        label={t('contacts.private-label')}
        hint={t('contacts.private-hint')}
        checked={draft.visibility === 'private'}
        onChange={(isPrivate) => set({ visibility: isPrivate ? 'private' : 'shared' })}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" state={isBusy || form.isValidating ? 'busy' : 'idle'}>
          {t('contacts.save')}
        </Button>
        <Button onClick={changes.leave}>{t('common.cancel')}</Button>
      </div>
      {changes.dialog}
    </form>
  )
}
