import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Checkbox } from './checkbox.tsx'

interface NewSecretTexts {
  readonly copy: string
  readonly copied: string
  readonly copyFailed: string
  /** The label of the checkbox. */
  readonly confirm: string
  /** Why the button is disabled. */
  readonly confirmFirst: string
  readonly done: string
}

interface NewSecretProps {
  /** Accessible name of the secret. */
  label: string
  /** One secret, or several that are shown below each other. */
  secrets: readonly string[]
  texts: NewSecretTexts
  onDone: () => void
}

/** Shows secrets that cannot be shown again. `onDone` runs only after the confirmation that they are saved. */
export function NewSecret({ label, secrets, texts, onDone }: NewSecretProps) {
  const [copy, setCopy] = useState<'idle' | 'done' | 'failed'>('idle')
  const [isSaved, setIsSaved] = useState(false)
  const write = async () => {
    try {
      await navigator.clipboard.writeText(secrets.join('\n'))
      setCopy('done')
    } catch {
      // Browsers reject this without permission, and on pages served over plain HTTP.
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
          {copy === 'done' ? texts.copied : texts.copy}
        </Button>
        {copy === 'failed' && (
          <p role="alert" className="mt-2 text-small text-danger">
            {texts.copyFailed}
          </p>
        )}
      </div>
      <Checkbox label={texts.confirm} checked={isSaved} onChange={setIsSaved} />
      <Button variant="primary" disabledReason={isSaved ? null : texts.confirmFirst} onClick={onDone}>
        {texts.done}
      </Button>
    </>
  )
}
