import { ButtonLink } from '@parley/ui'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'

/** Leads to the support of the application, if it has one. */
export function SupportLink() {
  const { supportUrl } = useStackApp()
  const { t } = useLanguage()
  return supportUrl && <ButtonLink href={supportUrl}>{t('error.contact-support')}</ButtonLink>
}
