import type { Team } from '@parley/kit'
import { useUser } from '@parley/kit-react'
import { Callout, formatNames } from '@parley/ui'
import { Suspense } from 'react'
import { adminPermission } from '../../api/workspace-permissions.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'

const maxNames = 5

/** Says that only administrators may use a page, and whom of them to ask. */
export function AdministratorsOnly() {
  const { t } = useLanguage()
  return (
    <Callout title={t('config.admins-only')}>
      <Suspense fallback={t('config.ask-admin')}>
        <WhomToAsk />
      </Suspense>
    </Callout>
  )
}

function WhomToAsk() {
  const { t } = useLanguage()
  const { me } = usePhone()
  const user = useUser({ or: 'redirect' })
  const team = user.useTeam(me.workspace.id)
  return team ? <VisibleAdministrators team={team} /> : t('config.ask-admin')
}

function VisibleAdministrators({ team }: { team: Team }) {
  const { t } = useLanguage()
  const user = useUser({ or: 'redirect' })
  const mayReadMembers = user.usePermissions(team).some(({ id }) => id === '$read_members')
  return mayReadMembers ? <AdministratorNames team={team} /> : t('config.ask-admin')
}

function AdministratorNames({ team }: { team: Team }) {
  const { t, locale } = useLanguage()
  const holders = new Set(team.usePermissionHolders(adminPermission))
  const names = team
    .useUsers()
    .filter(({ id }) => holders.has(id))
    .flatMap(({ teamProfile }) => teamProfile.displayName ?? [])
  if (names.length === 0) return t('config.ask-admin')
  return (
    <span className="wrap-anywhere">
      {t('config.ask-one', { names: formatNames(names.slice(0, maxNames), locale, 'disjunction') })}
    </span>
  )
}
