import { unwrap } from '@parley/client'
import { mailRules } from '@parley/contract/phone'
import { Button, Callout, Card, Checkbox, Field, Select, Skeleton, useToast } from '@parley/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'

const summaryChoices = ['no-one', 'user', 'administrators', 'members'] as const
const missedCallChoices = ['off', 'own', 'all'] as const

/** Which members get which e-mails. */
export function MailRulesCard({ hasServer }: { hasServer: boolean }) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const { data, error, refetch } = useQuery(queries.mailRules())
  return (
    <Card title={t('mail-rules.title')}>
      {error && <ErrorAlert error={error} onTryAgain={() => void refetch()} />}
      {!data && !error && <Skeleton rows={3} label={t('common.loading')} />}
      {data && <RulesForm stored={data} hasServer={hasServer} />}
    </Card>
  )
}

function RulesForm({ stored, hasServer }: { stored: mailRules.MailRules; hasServer: boolean }) {
  const { t } = useLanguage()
  const [rules, setRules] = useState(stored)
  const save = useSaveRules()
  const change = (parts: Partial<mailRules.MailRules>) => setRules((before) => ({ ...before, ...parts }))
  const { summaries, summaryMemberIds, missedCalls } = rules
  const isIncomplete = summaries === 'members' && summaryMemberIds.length === 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Field
        label={t('mail-rules.summaries')}
        hint={t('mail-rules.summaries-hint')}
        error={isIncomplete ? t('mail-rules.members-missing') : null}
        className="sm:max-w-96"
      >
        <Select
          value={summaries}
          onChange={(value) => change({ summaries: value })}
          options={summaryChoices.map((value) => ({ value, label: t(`mail-rules.summaries-${value}`) }))}
        />
      </Field>
      {summaries === 'members' && (
        <Members chosen={summaryMemberIds} onChange={(ids) => change({ summaryMemberIds: [...ids] })} />
      )}
      {summaries !== 'no-one' && !hasServer && <Callout tone="warning">{t('mail-rules.no-server')}</Callout>}
      <Field label={t('mail-rules.missed')} hint={t('mail-rules.missed-hint')} className="sm:max-w-96">
        <Select
          value={missedCalls}
          onChange={(value) => change({ missedCalls: value })}
          options={missedCallChoices.map((value) => ({ value, label: t(`mails.${value}`) }))}
        />
      </Field>
      {save.error && <ErrorAlert error={save.error} onTryAgain={() => save.mutate(rules)} />}
      <div>
        <Button
          variant="primary"
          disabled={isIncomplete}
          state={save.isPending ? 'busy' : 'idle'}
          onClick={() => save.mutate(rules)}
        >
          {t('mail-rules.save')}
        </Button>
      </div>
    </div>
  )
}

interface MembersProps {
  chosen: readonly string[]
  onChange: (userIds: readonly string[]) => void
}

function Members({ chosen, onChange }: MembersProps) {
  const { t } = useLanguage()
  const { queries, me } = usePhone()
  const colleagues = useQuery(queries.allColleagues())
  const own = me.user.displayName ?? me.user.primaryEmail ?? t('calls.unknown')
  const members = [
    { userId: me.user.id, name: t('assignment.you', { name: own }) },
    ...(colleagues.data?.items ?? []).map(({ userId, name }) => ({
      userId,
      name: name ?? t('calls.unknown'),
    })),
  ]
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <legend className="mb-1.5 text-small font-medium">{t('mail-rules.members')}</legend>
      {members.map(({ userId, name }) => (
        <Checkbox
          key={userId}
          label={<span className="wrap-anywhere">{name}</span>}
          checked={chosen.includes(userId)}
          disabled={!chosen.includes(userId) && chosen.length >= mailRules.maxSummaryMembers}
          onChange={(isChosen) =>
            onChange(isChosen ? [...chosen, userId] : chosen.filter((id) => id !== userId))
          }
        />
      ))}
    </fieldset>
  )
}

function useSaveRules() {
  const { t } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: (rules: mailRules.MailRules) => api('PUT /mail-rules', { body: rules }).then(unwrap),
    onSuccess: (_, rules) => {
      queryClient.setQueryData(queryKeys.mail.rules, rules)
      void queryClient.invalidateQueries({ queryKey: queryKeys.mailStatus })
      show({ text: t('mail-rules.saved') })
    },
  })
}
