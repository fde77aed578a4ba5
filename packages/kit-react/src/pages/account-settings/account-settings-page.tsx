import { AuthCard, ToastProvider } from '@parley/ui'
import { useDeferredValue } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { useSnapshot } from '../../hooks/use-snapshot.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useStore } from '../../hooks/use-store.ts'
import { useLanguage } from '../../provider/language.tsx'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'
import type { ExtraItem } from './extra-items.tsx'
import { SettingsLayout } from './settings-layout.tsx'
import { useSettingsTexts } from './shared/settings-texts.ts'
import { StepUpProvider } from './step-up/step-up.tsx'

export interface AccountSettingsOptions {
  /** Sections of the application, after those of the account. */
  readonly extraItems?: readonly ExtraItem[]
}

/** The account of the signed-in user, in sections. */
export function AccountSettingsPage({ extraItems = [] }: AccountSettingsOptions) {
  const app = useStackApp()
  // Deferred, so that the page remains while the user is fetched again in a new session.
  const user = useSnapshot(useDeferredValue(useStore(app.user)))
  const { t } = useSettingsTexts()

  if (!user || user.isAnonymous) return <NoAccount isAnonymous={user !== null} />
  return (
    <ToastProvider label={t('page.messages')} closeLabel={t('page.close')}>
      <StepUpProvider user={user}>
        <SettingsLayout user={user} extraItems={extraItems} />
      </StepUpProvider>
    </ToastProvider>
  )
}

/** Shown to visitors who are not signed in, and to anonymous users. */
function NoAccount({ isAnonymous }: { isAnonymous: boolean }) {
  const app = useStackApp()
  const { config } = useProject()
  const { t } = useSettingsTexts()
  const { t: common } = useLanguage()
  const canSignUp = isAnonymous && config.signUpEnabled
  const advice = canSignUp ? t('page.anonymous') : t('page.sign-in-first')
  return (
    <div className="mx-auto max-w-[25.5rem] pt-[12vh]">
      <AuthCard>
        <ResultCard tone="neutral" title={t('page.title')} advice={advice}>
          {canSignUp && (
            <PageButtonLink variant="primary" size="large" href={app.signUpUrl()}>
              {common('sign-up.submit')}
            </PageButtonLink>
          )}
          <PageButtonLink variant={canSignUp ? 'plain' : 'primary'} size="large" href={app.signInUrl()}>
            {common('sign-in.submit')}
          </PageButtonLink>
        </ResultCard>
      </AuthCard>
    </div>
  )
}
