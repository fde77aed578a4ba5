import { IconButton, Question, useToast } from '@parley/ui'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { PhoneOutput } from '../api/phone-api.ts'
import { useLanguage } from '../locales/language.tsx'
import { usePhone } from '../phone.tsx'
import { useExplainFailure } from '../shell/explain-failure.ts'

type Contact = PhoneOutput<'GET /contacts/{contact}'>

const deletionOf = (contactId: string) => ['contacts', 'delete', contactId]

/** Returns whether a contact is being deleted. It must not be refetched then: it is gone before its page is left. */
export function isBeingDeleted(queryClient: QueryClient, contactId: string): boolean {
  return queryClient.isMutating({ mutationKey: deletionOf(contactId) }) > 0
}

/** Deletes a contact after confirmation and leaves its page. */
export function DeleteContact({ contact }: { contact: Contact }) {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const [isAsking, setIsAsking] = useState(false)
  const explain = useExplainFailure()
  const show = useToast()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationKey: deletionOf(contact.id),
    mutationFn: () => api('DELETE /contacts/{contact}', { params: { contact: contact.id } }),
    onSuccess: async () => {
      await navigate({ to: '/contacts', search: {}, replace: true })
      queryClient.removeQueries({ queryKey: queries.contact(contact.id).queryKey })
      await queryClient.invalidateQueries({ queryKey: ['contacts'] })
      show({ text: t('contacts.deleted', { name: contact.name }) })
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
      <Question
        isOpen={isAsking}
        title={t('contacts.delete-question', { name: contact.name })}
        keepLabel={t('contacts.keep')}
        confirmLabel={t('contacts.delete')}
        state={remove.isPending ? 'busy' : 'idle'}
        failure={remove.error && explain(remove.error).sentence}
        onKeep={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        {t('contacts.delete-sentence')}
      </Question>
    </>
  )
}
