import { Skeleton, useToast } from '@parley/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLanguage } from '../locales/language.tsx'
import { useNumberChecks } from '../numbers/use-number-checks.ts'
import { usePhone } from '../phone.tsx'
import { FailureNote } from '../shell/failure-note.tsx'
import { draftOf, emptyDraft, writtenContact } from './contact-draft.ts'
import { ContactForm } from './contact-form.tsx'

interface ContactEditorProps {
  /** Null for a new contact. */
  contactId: string | null
  /** The initial number of a new contact. */
  number: string | null
  /** Whether the editor fills the page, without the list beside it. */
  isAlone: boolean
  /** Called with the id of the contact to show next, or undefined. */
  onLeave: (contactId: string | undefined) => void
}

/** Adds or edits a contact. */
export function ContactEditor({ contactId, number, isAlone, onLeave }: ContactEditorProps) {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const checkNumbers = useNumberChecks()
  const show = useToast()
  // Never refetched while editing; a concurrent change is reported on save.
  const contact = useQuery({ ...queries.contact(contactId ?? ''), enabled: contactId !== null, staleTime: 0 })

  if (contactId !== null && !contact.data) {
    return contact.isError ? (
      <FailureNote error={contact.error} onTryAgain={() => void contact.refetch()} />
    ) : (
      <Skeleton rows={4} label={t('common.loading')} />
    )
  }
  const existing = contactId === null ? null : (contact.data ?? null)

  return (
    <ContactForm
      title={existing ? t('contacts.edit-named', { name: existing.name }) : t('contacts.add')}
      initial={existing ? draftOf(existing) : emptyDraft(number)}
      contactId={contactId}
      checkNumbers={checkNumbers}
      heading={isAlone ? 'h1' : 'h2'}
      onCancel={() => onLeave(contactId ?? undefined)}
      onReload={() => void contact.refetch().then(() => onLeave(contactId ?? undefined))}
      onSave={async (draft) => {
        const body = writtenContact(draft)
        const saved = existing
          ? await api('PUT /contacts/{contact}', {
              params: { contact: existing.id },
              body: { ...body, version: existing.version },
            })
          : await api('POST /contacts', { body })
        queryClient.setQueryData(queries.contact(saved.id).queryKey, saved)
        void queryClient.invalidateQueries({ queryKey: ['contacts'] })
        show({ text: t('contacts.saved') })
        onLeave(saved.id)
      }}
    />
  )
}
