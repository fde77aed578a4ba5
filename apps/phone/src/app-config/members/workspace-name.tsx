import type { Team } from '@parley/kit'
import { Button, Callout, Card, Field, Input, useForm, useToast } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainMemberError } from './explain-member-error.ts'

const maxNameLength = 100

/** Renames the workspace. */
export function WorkspaceName({ team }: { team: Team }) {
  const { t } = useLanguage()
  const show = useToast()
  const explain = useExplainMemberError()
  const [name, setName] = useState(team.displayName)
  const rename = useMutation({
    mutationFn: () => team.update({ displayName: name.trim() }),
    onSuccess: () => show({ text: t('members.workspace-renamed') }),
  })
  const form = useForm({
    validate: () => ({ name: name.trim() === '' ? t('account.workspace-name-missing') : null }),
    onValid: () => rename.mutate(),
  })

  return (
    <Card title={t('members.workspace')}>
      <form {...form.props} className="grid gap-3">
        <Field
          label={t('account.workspace-name')}
          hint={t('members.workspace-hint')}
          error={form.getError('name')}
        >
          <Input
            name="name"
            autoComplete="off"
            maxLength={maxNameLength}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        {rename.isError && (
          <Callout tone="danger" role="alert" title={t('members.workspace-not-renamed')}>
            {explain(rename.error)}
          </Callout>
        )}
        <Button type="submit" state={rename.isPending ? 'busy' : 'idle'}>
          {t('members.workspace-save')}
        </Button>
      </form>
    </Card>
  )
}
