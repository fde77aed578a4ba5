import { NewSecret } from '@parley/ui'
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
  const isOne = secrets.length === 1
  const texts = {
    copy: t('secret.copy'),
    copied: t('secret.copied'),
    copyFailed: t('secret.copy-failed'),
    confirm: isOne ? t('secret.confirm') : t('secret.confirm-several'),
    confirmFirst: isOne ? t('secret.confirm-first') : t('secret.confirm-several-first'),
    done: t('secret.done'),
  }
  return <NewSecret label={label} secrets={secrets} texts={texts} onDone={onDone} />
}
