import { ToastProvider } from '@parley/ui'
import type { ReactNode } from 'react'
import { useLanguage } from '../i18n/language.tsx'

/** The messages of the children, which end with them. */
export function Notifications({ children }: { children: ReactNode }) {
  const { t } = useLanguage()
  return (
    <ToastProvider label={t('shell.notifications')} closeLabel={t('common.close')}>
      {children}
    </ToastProvider>
  )
}
