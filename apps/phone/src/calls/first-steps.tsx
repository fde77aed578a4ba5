import { Card, Icon } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { Check, Circle } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDialing } from '../dial/use-dialing.ts'
import { useDirectory } from '../dial/use-directory.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { RouterLink } from '../shell/router-link.tsx'

/** The first steps of a new user. Each row links to the page where the step is done. */
export function FirstSteps() {
  const { t } = useLanguage()
  const { me, queries } = usePhone()
  const dialing = useDialing()
  // The active call is most likely the echo call itself.
  const isTalking = dialing.effect !== 'calls'
  const contacts = useQuery(queries.contactMatches(''))
  const [echo] = useDirectory()
  const callEcho = t('first.call-echo', { name: echo?.name ?? '' })
  const echoCalls = useQuery({ ...queries.callsWith(echo?.number ?? ''), enabled: echo !== undefined })
  const isEchoStepDone = (echoCalls.data?.items ?? []).some(
    (call) =>
      call.direction === 'outgoing' &&
      call.number === echo?.number &&
      call.userId === me.user.id &&
      call.answeredAt !== null,
  )
  const hasContacts = (contacts.data?.total ?? 0) > 0
  const canAddTrunk = me.isPhoneAdmin && me.areTrunksGranted
  const isDone = (isEchoStepDone || !echo) && hasContacts && (me.hasTrunk || !canAddTrunk)
  if (isDone || contacts.isPending || echoCalls.isLoading) return null

  return (
    <div className="mt-6 max-w-xl">
      <Card title={t('first.title')} padding="none">
        <ul className="py-2">
          {echo && (
            <Step isDone={isEchoStepDone}>
              {isTalking ? (
                callEcho
              ) : (
                <button
                  type="button"
                  className="text-accent underline underline-offset-[0.18em]"
                  onClick={() => dialing.dial({ to: echo.number, title: echo.name })}
                >
                  {callEcho}
                </button>
              )}
            </Step>
          )}
          <Step isDone={hasContacts}>
            <RouterLink to="/contacts" search={{ edit: 'new' }}>
              {t('first.add-contact')}
            </RouterLink>
          </Step>
          {canAddTrunk && (
            <Step isDone={me.hasTrunk}>
              <RouterLink to="/app-config">{t('first.connect-trunk')}</RouterLink>
            </Step>
          )}
        </ul>
      </Card>
    </div>
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
