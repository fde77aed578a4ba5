import type { ApiKeyScope } from '@parley/contract/phone'
import { Dialog, useForm, useToast } from '@parley/ui'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useUnsavedChangesGuard } from '../../shell/hooks/use-unsaved-changes-guard.tsx'
import { FormButtons } from '../routing/form-buttons.tsx'
import { ScopeFields } from './scope-fields.tsx'
import { useSaveScopes } from './use-save-scopes.ts'

interface EditScopesProps {
  id: string
  name: string
  scopes: readonly ApiKeyScope[]
  onClose: () => void
}

/** Changes what a key may do. */
export function EditScopes({ id, name, scopes, onClose }: EditScopesProps) {
  const { t } = useLanguage()
  const show = useToast()
  const [chosen, setChosen] = useState<ReadonlySet<ApiKeyScope>>(new Set(scopes))
  const save = useSaveScopes()
  const isChanged = chosen.size !== scopes.length || scopes.some((scope) => !chosen.has(scope))
  const changes = useUnsavedChangesGuard(isChanged, onClose)
  const submit = () =>
    save.mutate(
      { id, scopes: chosen },
      {
        onSuccess: () => {
          show({ text: t('api-keys.scopes-saved') })
          onClose()
        },
      },
    )
  const form = useForm({ validate: () => ({}), onValid: submit })
  return (
    <Dialog isOpen onClose={changes.leave} title={t('api-keys.edit-scopes', { name })}>
      <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ScopeFields value={chosen} onChange={setChosen} />
        {save.error && <ErrorAlert error={save.error} onTryAgain={submit} />}
        <FormButtons isBusy={save.isPending} onCancel={changes.leave} />
      </form>
      {changes.dialog}
    </Dialog>
  )
}
