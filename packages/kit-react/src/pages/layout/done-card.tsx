import { useLanguage } from '../../provider/language.tsx'
import { PageButtonLink } from './page-link.tsx'
import { ResultCard } from './result-card.tsx'

/** A completed step, and the link to the next page. */
export function DoneCard({ title, href }: { title: string; href: string }) {
  const { t } = useLanguage()
  return (
    <ResultCard tone="positive" title={title} advice="">
      <PageButtonLink variant="primary" size="large" href={href}>
        {t('common.proceed')}
      </PageButtonLink>
    </ResultCard>
  )
}
