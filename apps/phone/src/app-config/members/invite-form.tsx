import type { Team } from '@parley/kit'
import { Button, Callout, Card, Field, Input, useForm } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { isPhoneApiError } from '../../api/errors.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

/** Invites a person by e-mail. */
export function InviteForm({ team }: { team: Team }) {
  const { t } = useLanguage()
  const explain = useExplainError()
  const [email, setEmail] = useState('')
  const invite = useMutation({
    mutationFn: async () => {
      const recipient = email.trim()
      await team.inviteUser({ email: recipient })
      return recipient
    },
    onSuccess: () => setEmail(''),
  })
  const form = useForm({
    validate: () => ({ email: /^\S+@\S+$/.test(email.trim()) ? null : t('members.email-invalid') }),
    onValid: () => invite.mutate(),
  })

  return (
    <Card title={t('members.invite')}>
      <form {...form.props} className="grid gap-3">
        <Field label={t('members.email')} hint={t('members.invite-hint')} error={form.getError('email')}>
          <Input
            name="email"
            type="email"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        {invite.isError && (
          <Callout tone="danger" role="alert" title={t('members.not-sent')}>
            {isPhoneApiError(invite.error, 'EMAIL_NOT_VERIFIED')
              ? t('members.verify-first')
              : explain(invite.error).sentence}
          </Callout>
        )}
        {invite.isSuccess && (
          <Callout tone="positive" role="status" title={t('members.sent', { email: invite.data })} />
        )}
        <Button type="submit" variant="primary" icon={Send} state={invite.isPending ? 'busy' : 'idle'}>
          {t('members.send')}
        </Button>
      </form>
    </Card>
  )
}
