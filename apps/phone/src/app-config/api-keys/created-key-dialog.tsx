import { Callout, Dialog, NewSecret } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'

interface CreatedKeyDialogProps {
  value: string
  /** Whether the scopes of the key were saved. */
  hasScopes: boolean
  onDone: () => void
}

/** Shows a new key. It closes only after the confirmation, because the key cannot be shown again. */
export function CreatedKeyDialog({ value, hasScopes, onDone }: CreatedKeyDialogProps) {
  const { t } = useLanguage()
  const texts = {
    copy: t('api-keys.copy'),
    copied: t('api-keys.is-copied'),
    copyFailed: t('api-keys.copy-failed'),
    confirm: t('api-keys.confirm'),
    confirmFirst: t('api-keys.confirm-first'),
    done: t('api-keys.done'),
  }
  return (
    <Dialog isOpen onClose={() => {}} title={t('api-keys.create')} description={t('api-keys.shown-once')}>
      {!hasScopes && (
        <Callout tone="danger" role="alert">
          {t('api-keys.without-scopes')}
        </Callout>
      )}
      <NewSecret label={t('api-keys.key')} secrets={[value]} texts={texts} onDone={onDone} />
    </Dialog>
  )
}
