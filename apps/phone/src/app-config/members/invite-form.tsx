import type { Team } from '@parley/kit'
import { Button, Callout, Card, Field, Input, useForm } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainMemberError } from './explain-member-error.ts'

/** Invites people by e-mail. */
export function InviteForm({ team }: { team: Team }) {
  const { t } = useLanguage()
  const queryClient = useQueryClient()
  const explain = useExplainMemberError()
  const [entry, setEntry] = useState('')
  const [sent, setSent] = useState<readonly string[]>([])
  const emails = parseEmails(entry)
  const invite = useMutation({
    mutationFn: async () => {
      setSent([])
      for (const [index, email] of emails.entries()) {
        await team.inviteUser({ email })
        setSent((before) => [...before, email])
        setEntry(emails.slice(index + 1).join(', '))
      }
    },
    // Also after an error: an earlier address may have been invited.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryKeys.account.invited(team.id) }),
  })
  const form = useForm({
    validate: () => ({
      email: emails.length > 0 && emails.every(isEmail) ? null : t('members.email-invalid'),
    }),
    onValid: () => invite.mutate(),
  })

  return (
    <Card title={t('members.invite')}>
      <form {...form.props} className="grid gap-3">
        <Field label={t('members.email')} hint={t('members.invite-hint')} error={form.getError('email')}>
          <Input
            name="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            value={entry}
            onChange={(event) => setEntry(event.target.value)}
          />
        </Field>
        {sent.length > 0 && !invite.isPending && <SentInvitations emails={sent} />}
        {invite.isError && (
          <Callout tone="danger" role="alert" title={t('members.not-sent')}>
            {explain(invite.error)}
          </Callout>
        )}
        <Button type="submit" variant="primary" icon={Send} state={invite.isPending ? 'busy' : 'idle'}>
          {t('members.send')}
        </Button>
      </form>
    </Card>
  )
}

function SentInvitations({ emails }: { emails: readonly string[] }) {
  const { t, plural } = useLanguage()
  const title =
    emails.length === 1
      ? t('members.sent', { email: emails[0] ?? '' })
      : plural('members.sent-count', emails.length)
  return <Callout tone="positive" role="status" title={title} />
}

/** Returns the addresses between commas, semicolons and spaces, each once. */
function parseEmails(entry: string): string[] {
  return [...new Set(entry.split(/[\s,;]+/).filter((part) => part !== ''))]
}

function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text)
}
