import { Button, Card, Icon } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { Check, Circle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { accountQueries } from '../api/account-queries.ts'
import { proposeLanguage } from '../app-config/workspace-language/propose-language.ts'
import { useDialling } from '../dial/use-dialling.ts'
import { useDirectory } from '../dial/use-directory.ts'
import { useLanguage } from '../i18n/language.tsx'
import { type Me, usePhone } from '../phone-context.tsx'
import { RouterButtonLink } from '../shell/router-link.tsx'

/** The first steps of a new user. Each row links to the page where the step is done. */
export function FirstSteps() {
  const { t } = useLanguage()
  const { app } = useRouteContext({ from: '__root__' })
  const { me, queries } = usePhone()
  const contacts = useQuery(queries.contactMatches(''))
  const [echo] = useDirectory()
  const echoCalls = useQuery({ ...queries.callsWith(echo?.number ?? ''), enabled: echo !== undefined })
  const isEchoStepDone = (echoCalls.data?.items ?? []).some(
    (call) =>
      call.direction === 'outgoing' &&
      call.number === echo?.number &&
      call.userId === me.user.id &&
      call.answeredAt !== null,
  )
  const hasContacts = (contacts.data?.total ?? 0) > 0
  // Fails, and is then not a step, for users who may not see the members.
  const invited = useQuery(accountQueries(app).hasInvited(me.workspace.id))
  const isDone =
    (isEchoStepDone || !echo) &&
    hasContacts &&
    invited.data !== false &&
    (!me.isPhoneAdmin || isConfigured(me))
  if (isDone || contacts.isPending || echoCalls.isLoading || invited.isPending) return null

  return (
    <div className="mt-6 max-w-xl">
      <Card title={t('first.title')} padding="none">
        <ul className="py-2">
          {echo && <EchoStep echo={echo} isDone={isEchoStepDone} />}
          <Step isDone={hasContacts}>
            <RouterButtonLink size="small" to="/contacts" search={{ edit: 'new' }}>
              {t('first.add-contact')}
            </RouterButtonLink>
          </Step>
          {typeof invited.data === 'boolean' && (
            <Step isDone={invited.data}>
              <RouterButtonLink size="small" to="/app-config/members">
                {t('first.invite')}
              </RouterButtonLink>
            </Step>
          )}
          {me.isPhoneAdmin && <AdministratorSteps me={me} />}
        </ul>
      </Card>
    </div>
  )
}

/** Returns whether an administrator has done every step that is theirs. */
function isConfigured(me: Me): boolean {
  // Users of a workspace that can be called back on a number of its trunks need no verified one.
  const canBeCalledBack = hasVerifiedNumber(me) || me.numbers.some(({ source }) => source === 'trunk')
  return (
    me.isHomeCountryChosen && !lacksLanguage(me) && (me.hasTrunk || !me.areTrunksGranted) && canBeCalledBack
  )
}

function hasVerifiedNumber({ numbers }: Me): boolean {
  return numbers.some(({ source }) => source === 'verification')
}

/** Returns whether an administrator would choose another language than callers hear until then. */
function lacksLanguage({ isWorkspaceLanguageChosen, workspaceLanguage }: Me): boolean {
  return !isWorkspaceLanguageChosen && proposeLanguage(workspaceLanguage) !== workspaceLanguage
}

function AdministratorSteps({ me }: { me: Me }) {
  const { t } = useLanguage()
  return (
    <>
      <Step isDone={me.isHomeCountryChosen}>
        <RouterButtonLink size="small" to="/app-config" hash="home-country">
          {t('first.home-country')}
        </RouterButtonLink>
      </Step>
      {lacksLanguage(me) && (
        <Step isDone={false}>
          <RouterButtonLink size="small" to="/app-config" hash="language">
            {t('first.language')}
          </RouterButtonLink>
        </Step>
      )}
      {me.areTrunksGranted && (
        <Step isDone={me.hasTrunk}>
          <RouterButtonLink size="small" to="/app-config">
            {t('first.connect-trunk')}
          </RouterButtonLink>
        </Step>
      )}
      <Step isDone={hasVerifiedNumber(me)}>
        <RouterButtonLink size="small" to="/app-config/phone-verification">
          {t('first.verify-number')}
        </RouterButtonLink>
      </Step>
    </>
  )
}

function EchoStep({ echo, isDone }: { echo: Me['directory'][number]; isDone: boolean }) {
  const { t } = useLanguage()
  const dialling = useDialling()
  const label = t('first.call-echo', { name: echo.name })
  return (
    <Step isDone={isDone}>
      {/* The active call is most likely the echo call itself. */}
      {dialling.effect === 'calls' ? (
        <Button
          size="small"
          icon={Phone}
          onClick={() => dialling.dial({ to: echo.number, title: echo.name })}
        >
          {label}
        </Button>
      ) : (
        label
      )}
    </Step>
  )
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  const { t } = useLanguage()
  return (
    <li className="flex items-center gap-3 px-4.5 py-1.5">
      <span className={isDone ? 'text-positive' : 'text-ink-soft'}>
        <Icon icon={isDone ? Check : Circle} />
        <span className="sr-only">{t(isDone ? 'first.done' : 'first.open')}</span>
      </span>
      {children}
    </li>
  )
}
