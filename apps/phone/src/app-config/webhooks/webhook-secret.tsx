import { Button, Checkbox, Dialog } from '@parley/ui'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'

interface WebhookSecretProps {
  secret: string
  onClose: () => void
}

/** Shows the secret of a webhook once. It closes after the user has confirmed that they have stored it. */
export function WebhookSecret({ secret, onClose }: WebhookSecretProps) {
  const { t } = useLanguage()
  const [copy, setCopy] = useState<'idle' | 'done' | 'failed'>('idle')
  const [isStored, setIsStored] = useState(false)
  const write = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setCopy('done')
    } catch {
      // Browsers reject this without permission, and on pages served over plain HTTP.
      setCopy('failed')
    }
  }
  return (
    <Dialog
      isOpen
      onClose={() => isStored && onClose()}
      title={t('webhooks.secret-title')}
      description={t('webhooks.secret-sentence')}
    >
      <output className="rounded-control bg-sunken p-3 font-mono text-small wrap-anywhere">{secret}</output>
      <div>
        <Button state={copy === 'done' ? 'done' : 'idle'} onClick={() => void write()}>
          {copy === 'done' ? t('webhooks.secret-copied') : t('webhooks.secret-copy')}
        </Button>
        {copy === 'failed' && (
          <p role="alert" className="mt-2 text-small text-danger">
            {t('contacts.not-copied')}
          </p>
        )}
      </div>
      <Checkbox label={t('webhooks.secret-confirm')} checked={isStored} onChange={setIsStored} />
      <Button
        variant="primary"
        disabledReason={isStored ? null : t('webhooks.secret-confirm-first')}
        onClick={onClose}
      >
        {t('webhooks.secret-done')}
      </Button>
    </Dialog>
  )
}
