import type { CurrentUser, Team } from '@parley/kit'
import { useUser } from '@parley/kit-react'
import { Skeleton } from '@parley/ui'
import { Suspense } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ConfigPage } from '../config-page.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberList } from './member-list.tsx'
import { OpenInvitations } from './open-invitations.tsx'

/** The members of the workspace and the open invitations to it. Each member can invite others. */
export function MembersPage() {
  const { t } = useLanguage()
  return (
    <ConfigPage title={t('members.title')}>
      <Suspense fallback={<Skeleton rows={3} label={t('common.loading')} />}>
        <Members />
      </Suspense>
    </ConfigPage>
  )
}

function Members() {
  const { me } = usePhone()
  const user = useUser({ or: 'redirect' })
  const team = user.useTeam(me.workspace.id)
  return team && <Workspace team={team} user={user} />
}

function Workspace({ team, user }: { team: Team; user: CurrentUser }) {
  const canRemove = user.usePermission(team, '$remove_members') !== null
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <MemberList team={team} user={user} canRemove={canRemove} />
      <div className="grid gap-4">
        <InviteForm team={team} />
        <OpenInvitations team={team} canRevoke={canRemove} />
      </div>
    </div>
  )
}
