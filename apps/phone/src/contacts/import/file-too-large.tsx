import { Callout } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'

/** Said before the upload of a file that the service would reject. */
export function FileTooLarge() {
  const { t } = useLanguage()
  return <Callout tone="danger" role="alert" title={t('import.too-large')} />
}
