import { Callout, Link } from '@parley/ui'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { PageLink } from '../layout/page-link.tsx'
import type { FailedAttempt } from './use-attempt.ts'

/** Shows the error of an attempt and announces it to screen readers. */
export function AttemptCallout({ failed }: { failed: FailedAttempt | null }) {
  const { urls } = useStackApp()
  const { t } = useLanguage()
  if (!failed) return null

  const { title, advice, link } = failed.explanation
  return (
    <Callout key={failed.number} tone="danger" role="alert" title={title} className="mt-4">
      {advice && <p>{advice}</p>}
      {link === 'home' && <PageLink href={urls.home}>{t('common.go-home')}</PageLink>}
      {typeof link === 'object' && <Link href={link.href}>{link.text}</Link>}
    </Callout>
  )
}
