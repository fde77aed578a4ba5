import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { PageLink } from '../layout/page-link.tsx'

/** Cancels the sign-in. */
export function BackToSignIn() {
  const app = useStackApp()
  const { t } = useLanguage()
  return (
    <p className="mt-2 text-center text-small">
      <PageLink href={app.signInUrl()}>{t('forgot.sign-in')}</PageLink>
    </p>
  )
}
