import { unwrap } from '@parley/client'
import type { modelProviders } from '@parley/contract/phone'
import { Button, Callout, Checkbox, useForm, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import {
  createDraft,
  findHost,
  isBaseUrl,
  isKeyOfOther,
  isUnencrypted,
  type ProviderDraft,
  toSettings,
} from './provider-draft.ts'
import { ProviderFields } from './provider-fields.tsx'
import { ProviderTest } from './provider-test.tsx'

interface ProviderFormProps {
  purpose: modelProviders.ProviderPurpose
  provider: modelProviders.ModelProvider | null
}

/** Sets the provider for a purpose, and tests the values before they are saved. */
export function ProviderForm({ purpose, provider }: ProviderFormProps) {
  const { t } = useLanguage()
  const [draft, setDraft] = useState(() => createDraft(provider))
  const save = useSaveProvider(purpose, setDraft)
  const change = (parts: Partial<ProviderDraft>) => setDraft((before) => ({ ...before, ...parts }))
  const validate = () => ({
    baseUrl: isBaseUrl(draft.baseUrl) ? null : t('provider.base-url-wrong'),
    apiKey: isKeyOfOther(draft, provider) ? t('provider.key-needed') : null,
    model: draft.model.trim() === '' ? t('provider.model-missing') : null,
  })
  const submit = () => save.mutate(draft)
  const form = useForm({ validate, onValid: submit })
  const host = findHost(draft.baseUrl)

  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ProviderFields purpose={purpose} form={form} draft={draft} provider={provider} onChange={change} />
      {host !== null && isUnencrypted(draft.baseUrl) && (
        <Callout tone="warning" icon={TriangleAlert}>
          {t('provider.unencrypted', { host })}
        </Callout>
      )}
      <Checkbox
        label={t(`provider.automatic-${purpose}`)}
        hint={t(`provider.automatic-hint-${purpose}`)}
        checked={draft.isAutomatic}
        onChange={(isAutomatic) => change({ isAutomatic })}
      />
      <p className="text-small text-ink-soft">{t('provider.emergency')}</p>
      <ProviderTest
        purpose={purpose}
        draft={draft}
        isComplete={Object.values(validate()).every((error) => error === null)}
      />
      {save.error && <ErrorAlert error={save.error} onTryAgain={submit} />}
      <div>
        <Button type="submit" variant="primary" state={save.isPending ? 'busy' : 'idle'}>
          {t('provider.save')}
        </Button>
      </div>
    </form>
  )
}

function useSaveProvider(purpose: modelProviders.ProviderPurpose, onDraft: (draft: ProviderDraft) => void) {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: (draft: ProviderDraft) => {
      const body = { ...toSettings(draft), isAutomatic: draft.isAutomatic }
      return api('PUT /model-providers/{purpose}', { params: { purpose }, body }).then(unwrap)
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(
        queries.modelProviders().queryKey,
        (before) => before && { ...before, [purpose]: saved },
      )
      void queryClient.invalidateQueries({ queryKey: queryKeys.calls.details })
      onDraft(createDraft(saved))
      show({ text: t('provider.saved') })
    },
  })
}
