import { Icon } from '@parley/ui'
import { Cable } from 'lucide-react'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { RouterLink } from '../shell/router-link.tsx'

/** Says that calls to outside numbers need a trunk, with the next step for this user. */
export function NoTrunk() {
  const { t } = useLanguage()
  const { me } = usePhone()
  return (
    <li className="flex items-start gap-1.5">
      <Icon icon={Cable} size="small" className="mt-0.5" />
      <span>
        {t('dial.no-trunk')}{' '}
        {!me.areTrunksGranted ? (
          t('error.TRUNKS_NOT_GRANTED')
        ) : me.isPhoneAdmin ? (
          <RouterLink to="/app-config">{t('common.open-configuration')}</RouterLink>
        ) : (
          t('dial.no-trunk-ask')
        )}
      </span>
    </li>
  )
}
