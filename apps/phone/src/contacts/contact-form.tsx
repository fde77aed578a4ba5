import { Button, Checkbox, Field, Input, TextArea } from '@parley/ui'
import { isPhoneApiError } from '../api/errors.ts'
import { useLanguage } from '../i18n/language.tsx'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { ContactRows } from './contact-rows.tsx'
import { ValueInputs } from './custom-fields/value-inputs.tsx'
import { type ContactFormOptions, type ContactFormState, useContactForm } from './use-contact-form.ts'

interface ContactFormProps extends ContactFormOptions {
  title: string
  heading?: 'h1' | 'h2'
  /** Refetches the contact after a concurrent change. */
  onReload: () => void
}

/** The form of a contact. */
export function ContactForm({ title, heading: Heading = 'h2', onReload, ...options }: ContactFormProps) {
  const { t } = useLanguage()
  const state = useContactForm(options)
  const { draft, change, form, failure, changes } = state

  return (
    <form {...form.props} className="grid max-w-2xl gap-4">
      <Heading className="text-page">{title}</Heading>
      {failure && (
        <ErrorAlert
          error={failure}
          onTryAgain={isPhoneApiError(failure, 'CONTACT_CHANGED') ? onReload : undefined}
        />
      )}
      <NameFields {...state} />
      <ContactRows
        kind="phone"
        rows={draft.phones}
        onChange={(phones) => change({ phones })}
        getError={form.getError}
      />
      <ContactRows
        kind="email"
        rows={draft.emails}
        onChange={(emails) => change({ emails })}
        getError={form.getError}
      />
      <ValueInputs
        values={draft.customValues}
        onChange={(customValues) => change({ customValues })}
        getError={form.getError}
      />
      <NotesFields {...state} />
      <div className="sticky -bottom-6 z-1 -mb-6 flex gap-2 border-t border-line bg-surface pt-3 pb-6 max-sm:-bottom-3.5 max-sm:-mb-3.5 max-sm:pb-3.5">
        <Button type="submit" variant="primary" state={state.isBusy ? 'busy' : 'idle'}>
          {t('contacts.save')}
        </Button>
        <Button onClick={changes.leave}>{t('common.cancel')}</Button>
      </div>
      {changes.dialog}
    </form>
  )
}

function NameFields({ draft, change, form }: ContactFormState) {
  const { t } = useLanguage()
  return (
    <>
      <Field label={t('contacts.name')} error={form.getError('name')}>
        <Input
          autoFocus
          name="name"
          autoComplete="off"
          maxLength={200}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('contacts.company')}>
          <Input
            maxLength={200}
            value={draft.company}
            onChange={(event) => change({ company: event.target.value })}
          />
        </Field>
        <Field label={t('contacts.role')}>
          <Input
            maxLength={200}
            value={draft.role}
            onChange={(event) => change({ role: event.target.value })}
          />
        </Field>
      </div>
    </>
  )
}

function NotesFields({ draft, change, form }: ContactFormState) {
  const { t } = useLanguage()
  return (
    <>
      <Field label={t('contacts.tags')} hint={t('contacts.tags-hint')} error={form.getError('tags')}>
        <Input name="tags" value={draft.tags} onChange={(event) => change({ tags: event.target.value })} />
      </Field>
      <Field label={t('contacts.notes')}>
        <TextArea
          rows={4}
          maxLength={20_000}
          value={draft.notes}
          onChange={(event) => change({ notes: event.target.value })}
        />
      </Field>
      <Checkbox
        label={t('contacts.private-label')}
        hint={t('contacts.private-hint')}
        checked={draft.visibility === 'private'}
        onChange={(isPrivate) => change({ visibility: isPrivate ? 'private' : 'shared' })}
      />
    </>
  )
}
