import { Dialog, NewSecret } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'

interface WebhookSecretProps {
  secret: string
  onClose: () => void
}

/** Shows the secret of a webhook once. It closes after the user has confirmed that they have stored it. */
export function WebhookSecret({ secret, onClose }: WebhookSecretProps) {
  const { t } = useLanguage()
  const title = t('webhooks.secret-title')
  const texts = {
    copy: t('webhooks.secret-copy'),
    copied: t('webhooks.secret-copied'),
    copyFailed: t('contacts.not-copied'),
    confirm: t('webhooks.secret-confirm'),
    confirmFirst: t('webhooks.secret-confirm-first'),
    done: t('webhooks.secret-done'),
  }
  return (
    <Dialog isOpen onClose={() => {}} title={title} description={t('webhooks.secret-sentence')}>
      <NewSecret label={title} secrets={[secret]} texts={texts} onDone={onClose} />
    </Dialog>
  )
}
