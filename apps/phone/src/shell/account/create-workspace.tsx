import { ApiError } from '@parley/client'
import { Button, Callout, Dialog, Field, Input, useForm } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainError } from '../errors/explain-error.ts'

const maxNameLength = 100

/** Asks for the name of a new workspace, creates it, and opens the phone in it. */
export function CreateWorkspace({ onClose }: { onClose: () => void }) {
  const { t } = useLanguage()
  const { app } = useRouteContext({ from: '__root__' })
  const explain = useExplainError()
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: async () => {
      const user = await app.getUser({ or: 'redirect' })
      await user.createTeam({ displayName: name.trim() })
    },
    // The page may show a contact or a call of the other workspace.
    onSuccess: () => location.assign('/'),
  })
  const form = useForm({
    validate: () => ({ name: name.trim() === '' ? t('account.workspace-name-missing') : null }),
    onValid: () => create.mutate(),
  })
  const isLimitReached = create.error instanceof ApiError && create.error.code === 'TEAM_LIMIT_REACHED'

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('account.new-workspace')}
      description={t('account.new-workspace-sentence')}
    >
      <form {...form.props} className="grid gap-4">
        <Field label={t('account.workspace-name')} error={form.getError('name')}>
          <Input
            name="name"
            autoComplete="off"
            maxLength={maxNameLength}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        {create.isError && (
          <Callout tone="danger" role="alert" title={t('account.not-created')}>
            {isLimitReached ? t('account.workspace-limit') : explain(create.error).sentence}
          </Callout>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            state={create.isPending || create.isSuccess ? 'busy' : 'idle'}
          >
            {t('account.create-workspace')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
