import { unwrap } from '@parley/client'
import type { mail } from '@parley/contract/phone'
import { Button, Callout, useForm, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import {
  createDraft,
  isAddress,
  isPasswordOfOther,
  isPort,
  type MailDraft,
  toSettings,
} from './mail-draft.ts'
import { MailServerFields } from './mail-server-fields.tsx'
import { MailTest } from './mail-test.tsx'

/** Sets the mail server of the workspace, and tests the values before they are saved. */
export function MailServerForm({ server }: { server: mail.MailServer | null }) {
  const { t } = useLanguage()
  const { me } = usePhone()
  const [draft, setDraft] = useState(() => createDraft(server, me.workspace.displayName))
  const save = useSaveServer(setDraft)
  const change = (parts: Partial<MailDraft>) => setDraft((before) => ({ ...before, ...parts }))
  const validatePassword = () => {
    if (draft.username.trim() === '') return null
    if (draft.security === 'none') return t('mail.password-unencrypted')
    if (draft.password === '') return t('mail.password-missing')
    return isPasswordOfOther(draft, server) ? t('mail.password-needed') : null
  }
  const validate = () => ({
    host: draft.host.trim() === '' ? t('mail.host-missing') : null,
    port: isPort(draft.port) ? null : t('mail.port-wrong'),
    password: validatePassword(),
    senderName: draft.senderName.trim() === '' ? t('mail.sender-name-missing') : null,
    senderAddress: isAddress(draft.senderAddress) ? null : t('mail.address-wrong'),
    replyTo: draft.replyTo.trim() === '' || isAddress(draft.replyTo) ? null : t('mail.address-wrong'),
  })
  const submit = () => save.mutate(draft)
  const form = useForm({ validate, onValid: submit })

  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <MailServerFields form={form} draft={draft} server={server} onChange={change} />
      {draft.security === 'none' && (
        <Callout tone="warning" icon={TriangleAlert}>
          {t('mail.security-warning')}
        </Callout>
      )}
      <MailTest draft={draft} isComplete={Object.values(validate()).every((error) => error === null)} />
      {save.error && <ErrorAlert error={save.error} onTryAgain={submit} />}
      <div>
        <Button type="submit" variant="primary" state={save.isPending ? 'busy' : 'idle'}>
          {t('mail.save')}
        </Button>
      </div>
    </form>
  )
}

function useSaveServer(onDraft: (draft: MailDraft) => void) {
  const { t } = useLanguage()
  const { api, me } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: (draft: MailDraft) => api('PUT /mail-server', { body: toSettings(draft) }).then(unwrap),
    onSuccess: (server) => {
      onDraft(createDraft(server, me.workspace.displayName))
      void queryClient.invalidateQueries({ queryKey: queryKeys.mail.all })
      show({ text: t('mail.saved') })
    },
  })
}
