import { unwrap } from '@parley/client'
import { Skeleton, useToast } from '@parley/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-keys.ts'
import { useNumberChecks } from '../dial/numbers/use-number-checks.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { emptyDraft, toContactDraft, toContactInput } from './contact-draft.ts'
import { ContactForm } from './contact-form.tsx'

interface ContactEditorProps {
  /** Null for a new contact. */
  contactId: string | null
  /** The parts of a new contact that are known. */
  initial: { readonly name: string; readonly number: string | null }
  /** Whether the editor fills the page, without the list beside it. */
  isFullPage: boolean
  /** Called with the id of the contact to show next, or undefined. */
  onLeave: (contactId: string | undefined) => void
}

/** Adds or edits a contact. */
export function ContactEditor({ contactId, initial, isFullPage, onLeave }: ContactEditorProps) {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const checkNumbers = useNumberChecks()
  const show = useToast()
  // Never refetched while editing; a concurrent change is reported on save.
  const contact = useQuery({ ...queries.contact(contactId ?? ''), enabled: contactId !== null, staleTime: 0 })

  const fields = useQuery(queries.customFields())

  if (!fields.data || (contactId !== null && !contact.data)) {
    const failed = [contact, fields].find(({ isError }) => isError)
    return failed ? (
      <ErrorAlert error={failed.error} onTryAgain={() => void failed.refetch()} />
    ) : (
      <Skeleton rows={4} label={t('common.loading')} />
    )
  }
  const existing = contactId === null ? null : (contact.data ?? null)

  return (
    <ContactForm
      title={existing ? t('contacts.edit-named', { name: existing.name }) : t('contacts.add')}
      initial={
        existing
          ? toContactDraft(existing, fields.data.items)
          : emptyDraft(initial.number, fields.data.items, initial.name)
      }
      contactId={contactId}
      checkNumbers={checkNumbers}
      heading={isFullPage ? 'h1' : 'h2'}
      onCancel={() => onLeave(contactId ?? undefined)}
      onReload={() => void contact.refetch().then(() => onLeave(contactId ?? undefined))}
      onSave={async (draft) => {
        const body = toContactInput(draft)
        const saved = existing
          ? await api('PUT /contacts/{contact}', {
              params: { contact: existing.id },
              body: { ...body, version: existing.version },
            }).then(unwrap)
          : await api('POST /contacts', { body }).then(unwrap)
        queryClient.setQueryData(queries.contact(saved.id).queryKey, saved)
        void queryClient.invalidateQueries({ queryKey: queryKeys.contacts.all })
        show({ text: t('contacts.saved') })
        onLeave(saved.id)
      }}
    />
  )
}
