import { auditActions } from '@parley/contract/phone/audit-actions'
import { useLanguage } from '../../i18n/language.tsx'

/** Returns a function that describes an action of the audit log. Actions of later versions have no text. */
export function useActionNames(): (action: string) => string {
  const { t } = useLanguage()
  return (action) => {
    const known = auditActions.find((each) => each === action)
    return known ? t(`audit.action.${known}`) : action
  }
}
