import { unwrap } from '@parley/client'
import { isWebhookUrl, webhookEventTypes } from '@parley/contract/phone/webhook-settings'
import { Checkbox, Dialog, Field, Input, useForm, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isPhoneApiError } from '../../api/errors.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useUnsavedChangesGuard } from '../../shell/hooks/use-unsaved-changes-guard.tsx'
import { FormButtons } from '../routing/form-buttons.tsx'
import type { Webhook } from './webhook.ts'

type Draft = Pick<Webhook, 'url' | 'description' | 'events'>

const urlErrors = ['WEBHOOK_NOT_ENCRYPTED', 'WEBHOOK_HOST_NOT_FOUND', 'WEBHOOK_HOST_NOT_ALLOWED'] as const
const newDraft: Draft = { url: '', description: '', events: [...webhookEventTypes] }

interface WebhookDialogProps {
  /** Null for a new one. */
  webhook: Webhook | null
  onClose: () => void
  onSecret: (secret: string) => void
}

/** Adds a webhook, or changes it. */
export function WebhookDialog({ webhook, onClose, onSecret }: WebhookDialogProps) {
  const { t } = useLanguage()
  const { url, description, events } = webhook ?? newDraft
  const initial: Draft = { url, description, events }
  const [draft, setDraft] = useState(initial)
  const save = useSave(webhook, { onClose, onSecret })
  const changes = useUnsavedChangesGuard(JSON.stringify(draft) !== JSON.stringify(initial), onClose)
  const submit = () => save.mutate({ ...draft, url: draft.url.trim(), description: draft.description.trim() })
  const urlError = urlErrors.find((code) => isPhoneApiError(save.error, code))
  const isRejected = urlError !== undefined && save.variables?.url === draft.url.trim()
  const form = useForm({
    validate: () => ({
      url: isWebhookUrl(draft.url.trim()) ? null : t('webhooks.url-wrong'),
      events: draft.events.length > 0 ? null : t('webhooks.events-missing'),
    }),
    onValid: submit,
  })
  return (
    <Dialog isOpen onClose={changes.leave} title={t(webhook ? 'webhooks.edit' : 'webhooks.add')}>
      <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field
          label={t('webhooks.url')}
          hint={t('webhooks.url-hint')}
          error={isRejected ? t(`error.${urlError}`) : form.getError('url')}
        >
          <Input
            name="url"
            type="url"
            autoComplete="off"
            maxLength={2_000}
            value={draft.url}
            onChange={({ target }) => setDraft({ ...draft, url: target.value })}
          />
        </Field>
        <Field label={t('webhooks.description')} hint={t('webhooks.description-hint')}>
          <Input
            name="description"
            autoComplete="off"
            maxLength={200}
            value={draft.description}
            onChange={({ target }) => setDraft({ ...draft, description: target.value })}
          />
        </Field>
        <EventChoice
          chosen={draft.events}
          error={form.getError('events')}
          onChange={(chosen) => setDraft({ ...draft, events: chosen })}
        />
        {save.error && !isRejected && <ErrorAlert error={save.error} onTryAgain={submit} />}
        <FormButtons isBusy={save.isPending} onCancel={changes.leave} />
      </form>
      {changes.dialog}
    </Dialog>
  )
}

interface EventChoiceProps {
  chosen: Draft['events']
  error: React.ReactNode
  onChange: (chosen: Draft['events']) => void
}

function EventChoice({ chosen, error, onChange }: EventChoiceProps) {
  const { t } = useLanguage()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-small font-medium">{t('webhooks.events')}</legend>
      {webhookEventTypes.map((type) => (
        <Checkbox
          key={type}
          label={t(`webhooks.event-${type}`)}
          checked={chosen.includes(type)}
          onChange={(isChosen) =>
            onChange(webhookEventTypes.filter((each) => (each === type ? isChosen : chosen.includes(each))))
          }
        />
      ))}
      {error && (
        <p role="alert" className="text-small text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function useSave(webhook: Webhook | null, { onClose, onSecret }: Omit<WebhookDialogProps, 'webhook'>) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    // A secret does not remain in the cache.
    gcTime: 0,
    mutationFn: async (body: Draft) => {
      if (!webhook) return (await api('POST /webhooks', { body }).then(unwrap)).secret
      const input = { params: { webhook: webhook.id }, body }
      await api('PUT /webhooks/{webhook}', input).then(unwrap)
      return null
    },
    onSuccess: async (secret) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.webhooks.all })
      onClose()
      if (secret === null) show({ text: t('webhooks.saved') })
      else onSecret(secret)
    },
  })
}
