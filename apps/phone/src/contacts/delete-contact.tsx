import { unwrap } from '@parley/client'
import { ConfirmDialog, IconButton, useToast } from '@parley/ui'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { PhoneOutput } from '../api/phone-api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { useExplainError } from '../shell/errors/explain-error.ts'
import { useUndoChange } from './changes/use-undo-change.ts'

type Contact = PhoneOutput<'GET /contacts/{contact}'>

/**
 * Returns whether a contact is being deleted. It must not be refetched then: it is gone before its page is
 * left.
 */
export function isBeingDeleted(queryClient: QueryClient, contactId: string): boolean {
  return queryClient.isMutating({ mutationKey: queryKeys.contacts.delete(contactId) }) > 0
}

/** Deletes a contact after confirmation and leaves its page. */
export function DeleteContact({ contact }: { contact: Contact }) {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const [isAsking, setIsAsking] = useState(false)
  const explain = useExplainError()
  const show = useToast()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const undo = useUndoChange()
  const remove = useMutation({
    mutationKey: queryKeys.contacts.delete(contact.id),
    mutationFn: () => api('DELETE /contacts/{contact}', { params: { contact: contact.id } }).then(unwrap),
    onSuccess: async ({ change }) => {
      await navigate({ to: '/contacts', search: {}, replace: true })
      queryClient.removeQueries({ queryKey: queries.contact(contact.id).queryKey })
      await queryClient.invalidateQueries({ queryKey: queryKeys.contacts.all })
      const onAction = () => undo.mutate({ ids: [change.id], discardEdits: false })
      show({
        text: t('contacts.deleted', { name: contact.name }),
        action: { label: t('changes.undo'), onAction },
      })
    },
  })

  return (
    <>
      <IconButton
        icon={Trash2}
        label={t('contacts.delete')}
        look="outlined"
        onClick={() => setIsAsking(true)}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('contacts.delete-question', { name: contact.name })}
        cancelLabel={t('contacts.delete-cancel')}
        confirmLabel={t('contacts.delete')}
        state={remove.isPending ? 'busy' : 'idle'}
        error={remove.error && explain(remove.error).sentence}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        {t('bulk.delete-sentence')}
      </ConfirmDialog>
    </>
  )
}
