import { AuthCard, ToastProvider } from '@parley/ui'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { useSnapshot } from '../../hooks/use-snapshot.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useStore } from '../../hooks/use-store.ts'
import { useLanguage } from '../../provider/language.tsx'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'
import type { ExtraItem } from './extra-items.tsx'
import { SettingsLayout } from './settings-layout.tsx'
import { FindTeamRolesContext } from './shared/last-holder.ts'
import { useSettingsTexts } from './shared/settings-texts.ts'
import { StepUpProvider } from './step-up/step-up.tsx'

export interface AccountSettingsOptions {
  /** Sections of the application, after those of the account. */
  readonly extraItems?: readonly ExtraItem[]
  /** The URL of the page of the application on which the roles in the selected team are changed. */
  readonly teamRolesUrl?: string
}

/** The account of the signed-in user, in sections. */
export function AccountSettingsPage({ extraItems = [], teamRolesUrl }: AccountSettingsOptions) {
  const app = useStackApp()
  // Deferred, so that the page remains while the user is fetched again in a new session.
  const user = useSnapshot(useDeferredValue(useStore(app.user)))
  const [wasSignedIn, setWasSignedIn] = useState(false)
  const { t } = useSettingsTexts()

  if (user && !wasSignedIn) setWasSignedIn(true)
  if (!user) return <NoSession title={t(wasSignedIn ? 'page.session-ended' : 'page.not-signed-in')} />
  if (user.isAnonymous) return <NoAccount />
  const findTeamRoles = (teamId: string) =>
    teamRolesUrl !== undefined && teamId === user.selectedTeam?.id ? teamRolesUrl : null
  return (
    <ToastProvider label={t('page.messages')} closeLabel={t('page.close')}>
      <StepUpProvider user={user}>
        <FindTeamRolesContext value={findTeamRoles}>
          <SettingsLayout user={user} extraItems={extraItems} />
        </FindTeamRolesContext>
      </StepUpProvider>
    </ToastProvider>
  )
}

function NoSession({ title }: { title: string }) {
  const { t } = useSettingsTexts()
  return (
    <SignInCard title={title} advice={t('page.sign-in-first')}>
      <SignInLink variant="primary" />
    </SignInCard>
  )
}

/** Shown to anonymous users. */
function NoAccount() {
  const app = useStackApp()
  const { config } = useProject()
  const { t } = useSettingsTexts()
  const { t: common } = useLanguage()
  if (!config.signUpEnabled) return <NoSession title={t('page.title')} />
  return (
    <SignInCard title={t('page.title')} advice={t('page.anonymous')}>
      <PageButtonLink variant="primary" size="large" href={app.signUpUrl()}>
        {common('sign-up.submit')}
      </PageButtonLink>
      <SignInLink variant="plain" />
    </SignInCard>
  )
}

function SignInCard({ title, advice, children }: { title: string; advice: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-[25.5rem] pt-[12vh]">
      <AuthCard>
        <ResultCard tone="neutral" title={title} advice={advice}>
          {children}
        </ResultCard>
      </AuthCard>
    </div>
  )
}

function SignInLink({ variant }: { variant: 'primary' | 'plain' }) {
  const app = useStackApp()
  const { t } = useLanguage()
  return (
    <PageButtonLink variant={variant} size="large" href={app.signInUrl()}>
      {t('sign-in.submit')}
    </PageButtonLink>
  )
}
