import { Button, Checkbox } from '@parley/ui'
import { useState } from 'react'
import { useSettingsTexts } from './settings-texts.ts'

interface SavedSecretProps {
  /** Accessible name of the secret. */
  label: string
  /** One secret, or several that are shown below each other. */
  secrets: readonly string[]
  onDone: () => void
}

/** Shows secrets once. It closes after the user has confirmed that they are saved. */
export function SavedSecret({ label, secrets, onDone }: SavedSecretProps) {
  const { t } = useSettingsTexts()
  const [copy, setCopy] = useState<'idle' | 'done' | 'failed'>('idle')
  const [isSaved, setIsSaved] = useState(false)
  const isOne = secrets.length === 1
  const confirmFirst = isOne ? t('secret.confirm-first') : t('secret.confirm-several-first')
  const write = async () => {
    try {
      await navigator.clipboard.writeText(secrets.join('\n'))
      setCopy('done')
    } catch {
      setCopy('failed')
    }
  }
  return (
    <>
      <ul aria-label={label} className="rounded-control bg-sunken p-3 font-mono text-small wrap-anywhere">
        {secrets.map((secret) => (
          <li key={secret}>{secret}</li>
        ))}
      </ul>
      <div>
        <Button state={copy === 'done' ? 'done' : 'idle'} onClick={() => void write()}>
          {copy === 'done' ? t('secret.copied') : t('secret.copy')}
        </Button>
        {copy === 'failed' && (
          <p role="alert" className="mt-2 text-small text-danger">
            {t('secret.copy-failed')}
          </p>
        )}
      </div>
      <Checkbox
        label={isOne ? t('secret.confirm') : t('secret.confirm-several')}
        checked={isSaved}
        onChange={setIsSaved}
      />
      <Button variant="primary" disabledReason={isSaved ? null : confirmFirst} onClick={onDone}>
        {t('secret.done')}
      </Button>
    </>
  )
}
