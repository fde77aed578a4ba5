import type { CurrentUser, Team } from '@parley/kit'
import { StepUpProvider, useUser } from '@parley/kit-react'
import { Callout, Skeleton } from '@parley/ui'
import { Suspense } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ConfigPage } from '../config-page.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberList } from './member-list.tsx'
import { OpenInvitations } from './open-invitations.tsx'
import { useMemberUpdates } from './use-member-updates.ts'
import { WorkspaceName } from './workspace-name.tsx'

/** The members of the workspace and the open invitations to it. Users see what their permissions allow. */
export function MembersPage() {
  const { t } = useLanguage()
  return (
    <ConfigPage title={t('members.title')}>
      {/* The panel of a call takes a part of the width. */}
      <div className="@container">
        <Suspense fallback={<Skeleton rows={3} label={t('common.loading')} />}>
          <Members />
        </Suspense>
      </div>
    </ConfigPage>
  )
}

function Members() {
  const { me } = usePhone()
  const user = useUser({ or: 'redirect' })
  const team = user.useTeam(me.workspace.id)
  return (
    team && (
      <StepUpProvider user={user}>
        <Workspace team={team} user={user} />
      </StepUpProvider>
    )
  )
}

function Workspace({ team, user }: { team: Team; user: CurrentUser }) {
  const { t } = useLanguage()
  useMemberUpdates(team)
  const permissions = new Set(user.usePermissions(team).map(({ id }) => id))
  const canRead = permissions.has('$read_members')
  const canInvite = permissions.has('$invite_members')
  const canRename = permissions.has('$update_team')
  const canRemove = permissions.has('$remove_members')
  if (!canRead && !canInvite) return <Callout title={t('members.hidden')}>{t('members.ask-owner')}</Callout>

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @[52rem]:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] @[52rem]:grid-rows-[auto_1fr]">
      {(canInvite || canRename) && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 @[52rem]:col-start-2">
          {canInvite && <InviteForm team={team} />}
          {canRename && <WorkspaceName team={team} />}
        </div>
      )}
      {canRead && (
        <div className="@[52rem]:col-start-1 @[52rem]:row-span-2 @[52rem]:row-start-1">
          <MemberList team={team} user={user} canRemove={canRemove} />
        </div>
      )}
      {canInvite && canRead && (
        <div className="@[52rem]:col-start-2">
          <OpenInvitations team={team} canRevoke={canRemove} />
        </div>
      )}
    </div>
  )
}
