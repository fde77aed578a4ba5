import { unwrap } from '@parley/client'
import { ConfirmDialog, IconButton, Menu, MenuItem, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, KeyRound, Power, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import { toName, type Webhook } from './webhook.ts'

interface WebhookMenuProps {
  webhook: Webhook
  onTested: () => void
  onSecret: (secret: string) => void
}

/** The further actions of a webhook: a test, its secret, its state and its deletion. */
export function WebhookMenu({ webhook, onTested, onSecret }: WebhookMenuProps) {
  const { t } = useLanguage()
  const [dialog, setDialog] = useState<'rotate' | 'delete' | null>(null)
  const { test, update } = useImmediateActions(webhook, onTested)
  const { isEnabled } = webhook
  const close = () => setDialog(null)
  return (
    <>
      <Menu
        trigger={
          <IconButton
            icon={Ellipsis}
            size="small"
            label={t('webhooks.menu-named', { name: toName(webhook) })}
          />
        }
      >
        <MenuItem icon={Send} disabled={!isEnabled || test.isPending} onSelect={() => test.mutate()}>
          {t('webhooks.test')}
        </MenuItem>
        <MenuItem icon={Power} disabled={update.isPending} onSelect={() => update.mutate(!isEnabled)}>
          {t(isEnabled ? 'webhooks.disable' : 'webhooks.enable')}
        </MenuItem>
        <MenuItem icon={KeyRound} onSelect={() => setDialog('rotate')}>
          {t('webhooks.rotate')}
        </MenuItem>
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setDialog('delete')}>
          {t('webhooks.delete')}
        </MenuItem>
      </Menu>
      {dialog === 'rotate' && <RotateSecret webhook={webhook} onClose={close} onSecret={onSecret} />}
      {dialog === 'delete' && <DeleteWebhook webhook={webhook} onClose={close} />}
    </>
  )
}

function useImmediateActions({ id, url, description, events }: Webhook, onTested: () => void) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const explain = useExplainError()
  const show = useToast()
  const onError = (error: Error) => show({ text: explain(error).sentence, tone: 'danger' })
  const onSettled = () => queryClient.invalidateQueries({ queryKey: queryKeys.webhooks.all })
  const test = useMutation({
    mutationFn: () => api('POST /webhooks/{webhook}/test', { params: { webhook: id } }).then(unwrap),
    onSuccess: () => {
      show({ text: t('webhooks.test-sent') })
      onTested()
    },
    onError,
    onSettled,
  })
  const update = useMutation({
    mutationFn: (isEnabled: boolean) =>
      api('PUT /webhooks/{webhook}', {
        params: { webhook: id },
        body: { url, description, events, isEnabled },
      }).then(unwrap),
    onSuccess: () => show({ text: t('webhooks.saved') }),
    onError,
    onSettled,
  })
  return { test, update }
}

interface DialogProps {
  webhook: Webhook
  onClose: () => void
}

function RotateSecret({
  webhook: { id },
  onClose,
  onSecret,
}: DialogProps & { onSecret: (secret: string) => void }) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const explain = useExplainError()
  const rotate = useMutation({
    // The secret does not remain in the cache.
    gcTime: 0,
    mutationFn: () => api('POST /webhooks/{webhook}/rotate-secret', { params: { webhook: id } }).then(unwrap),
    onSuccess: ({ secret }) => {
      onSecret(secret)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.webhooks.all }),
  })
  return (
    <ConfirmDialog
      isOpen
      effect="harmless"
      title={t('webhooks.rotate-question')}
      cancelLabel={t('common.cancel')}
      confirmLabel={t('webhooks.rotate')}
      state={rotate.isPending ? 'busy' : 'idle'}
      error={rotate.error && explain(rotate.error).sentence}
      onCancel={onClose}
      onConfirm={() => rotate.mutate()}
    >
      {t('webhooks.rotate-sentence')}
    </ConfirmDialog>
  )
}

function DeleteWebhook({ webhook, onClose }: DialogProps) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const explain = useExplainError()
  const show = useToast()
  const remove = useMutation({
    mutationFn: () => api('DELETE /webhooks/{webhook}', { params: { webhook: webhook.id } }).then(unwrap),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.webhooks.list })
      show({ text: t('webhooks.deleted') })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('webhooks.delete-question')}
      cancelLabel={t('common.cancel')}
      confirmLabel={t('webhooks.delete')}
      state={remove.isPending ? 'busy' : 'idle'}
      error={remove.error && explain(remove.error).sentence}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      <span className="wrap-anywhere">{t('webhooks.delete-sentence', { name: toName(webhook) })}</span>
    </ConfirmDialog>
  )
}
