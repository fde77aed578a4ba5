import type { ApiKeyScope } from '@parley/contract/phone'
import type { Team } from '@parley/kit'
import { CancelledError, useStepUp } from '@parley/kit-react'
import { Callout, Dialog, Field, Input, Select, useForm } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { useUnsavedChangesGuard } from '../../shell/hooks/use-unsaved-changes-guard.tsx'
import { FormButtons } from '../routing/form-buttons.tsx'
import { CreatedKeyDialog } from './created-key-dialog.tsx'
import { useExplainKeyError } from './explain-key-error.ts'
import { ScopeFields } from './scope-fields.tsx'
import { useSaveScopes } from './use-save-scopes.ts'

const lifetimes = ['30', '90', '365', 'never'] as const
type Lifetime = (typeof lifetimes)[number]

const dayMs = 24 * 60 * 60 * 1_000
const maxDescriptionLength = 255

interface CreateKeyProps {
  team: Team
  onClose: () => void
}

interface CreatedKey {
  readonly value: string
  readonly hasScopes: boolean
}

/** Creates a key, and shows it once. */
export function CreateKey({ team, onClose }: CreateKeyProps) {
  const [created, setCreated] = useState<CreatedKey | null>(null)
  return created ? (
    <CreatedKeyDialog {...created} onDone={onClose} />
  ) : (
    <KeyForm team={team} onClose={onClose} onCreated={setCreated} />
  )
}

function KeyForm({ team, onClose, onCreated }: CreateKeyProps & { onCreated: (key: CreatedKey) => void }) {
  const { t } = useLanguage()
  const explain = useExplainKeyError()
  const [description, setDescription] = useState('')
  const [lifetime, setLifetime] = useState<Lifetime>('90')
  const [scopes, setScopes] = useState<ReadonlySet<ApiKeyScope>>(new Set())
  const create = useCreateKey(team)
  const changes = useUnsavedChangesGuard(
    create.isPending || description !== '' || scopes.size > 0 || lifetime !== '90',
    onClose,
  )
  // The new key could not be shown.
  const leave = () => {
    if (!create.isPending) changes.leave()
  }
  const submit = () =>
    create.mutate({ description: description.trim(), lifetime, scopes }, { onSuccess: onCreated })
  const form = useForm({
    validate: () => ({ name: description.trim() === '' ? t('api-keys.name-missing') : null }),
    onValid: submit,
  })
  return (
    <Dialog isOpen onClose={leave} title={t('api-keys.create')}>
      <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field label={t('api-keys.name')} error={form.getError('name')}>
          <Input
            name="name"
            autoComplete="off"
            maxLength={maxDescriptionLength}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        </Field>
        <Field label={t('api-keys.expires')}>
          <Select
            value={lifetime}
            options={lifetimes.map((value) => ({
              value,
              label: value === 'never' ? t('api-keys.never') : t(`api-keys.days-${value}`),
            }))}
            onChange={setLifetime}
          />
        </Field>
        <ScopeFields value={scopes} onChange={setScopes} />
        {create.error && !(create.error instanceof CancelledError) && (
          <Callout tone="danger" role="alert" title={t('api-keys.failed')}>
            {explain(create.error)}
          </Callout>
        )}
        <FormButtons label={t('api-keys.create')} isBusy={create.isPending} onCancel={leave} />
      </form>
      {changes.dialog}
    </Dialog>
  )
}

interface NewKey {
  readonly description: string
  readonly lifetime: Lifetime
  readonly scopes: ReadonlySet<ApiKeyScope>
}

function useCreateKey(team: Team) {
  const withStepUp = useStepUp()
  const { mutateAsync: saveScopes } = useSaveScopes()
  return useMutation({
    // The result contains the key.
    gcTime: 0,
    mutationFn: async ({ description, lifetime, scopes }: NewKey): Promise<CreatedKey> => {
      const expiresAt = lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * dayMs)
      const { id, value } = await withStepUp(() => team.createApiKey({ description, expiresAt }))
      // The key is shown even if its scopes are not saved: it cannot be shown again.
      const hasScopes = scopes.size === 0 || (await saveScopes({ id, scopes }).then(succeed, fail))
      return { value, hasScopes }
    },
  })
}

const succeed = () => true
const fail = () => false
