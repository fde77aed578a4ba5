import { Button, Callout, Checkbox, Dialog } from '@parley/ui'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'

interface NewSecretProps {
  value: string
  /** Whether the scopes of the key were saved. */
  hasScopes: boolean
  onDone: () => void
}

/** Shows a new key. It closes only after the confirmation, because the key cannot be shown again. */
export function NewSecret({ value, hasScopes, onDone }: NewSecretProps) {
  const { t } = useLanguage()
  const [copy, setCopy] = useState<'idle' | 'done' | 'failed'>('idle')
  const [isCopied, setIsCopied] = useState(false)
  const write = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopy('done'),
      () => setCopy('failed'),
    )
  return (
    <Dialog isOpen onClose={() => {}} title={t('api-keys.create')} description={t('api-keys.shown-once')}>
      {!hasScopes && (
        <Callout tone="danger" role="alert">
          {t('api-keys.without-scopes')}
        </Callout>
      )}
      <output
        aria-label={t('api-keys.key')}
        className="block rounded-control bg-sunken p-3 font-mono text-small wrap-anywhere"
      >
        {value}
      </output>
      <div>
        <Button state={copy === 'done' ? 'done' : 'idle'} onClick={() => void write()}>
          {copy === 'done' ? t('api-keys.is-copied') : t('api-keys.copy')}
        </Button>
        {copy === 'failed' && (
          <p role="alert" className="mt-2 text-small text-danger">
            {t('api-keys.copy-failed')}
          </p>
        )}
      </div>
      <Checkbox label={t('api-keys.confirm')} checked={isCopied} onChange={setIsCopied} />
      <Button
        variant="primary"
        disabledReason={isCopied ? null : t('api-keys.confirm-first')}
        onClick={onDone}
      >
        {t('api-keys.done')}
      </Button>
    </Dialog>
  )
}
