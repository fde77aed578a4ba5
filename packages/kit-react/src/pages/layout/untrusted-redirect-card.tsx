import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { PageButtonLink } from './page-link.tsx'
import { ResultCard } from './result-card.tsx'

/** Shown after a sign-in whose return target is on another site. */
export function UntrustedRedirectCard() {
  const app = useStackApp()
  const { t } = useLanguage()
  return (
    <ResultCard tone="neutral" title={t('failure.untrusted')} advice={t('failure.untrusted-advice')}>
      <PageButtonLink href={app.urls.home}>{t('common.go-home')}</PageButtonLink>
    </ResultCard>
  )
}
