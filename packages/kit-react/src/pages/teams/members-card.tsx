import type { CurrentUser, Team, TeamUser } from '@parley/kit'
import { Avatar, Badge, Button, Card, ConfirmDialog, EmptyState, SearchInput } from '@parley/ui'
import { useDeferredValue, useState } from 'react'
import { SettingList, SettingRow } from '../account-settings/shared/setting-row.tsx'
import { useSettingsTexts } from '../account-settings/shared/settings-texts.ts'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { useTeamChange } from './use-team-change.ts'
import { useTeamTexts } from './use-team-texts.ts'

interface MembersCardProps {
  user: CurrentUser
  team: Team
  canRemove: boolean
}

/** A list of this length needs no search. */
const maxUnsearchedMembers = 8

/** The members of a team. */
export function MembersCard({ user, team, canRemove }: MembersCardProps) {
  const { t } = useTeamTexts()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim().toLocaleLowerCase())
  const members = team.useUsers()
  const found = members.filter(({ teamProfile }) =>
    (teamProfile.displayName ?? '').toLocaleLowerCase().includes(wanted),
  )
  return (
    <Card title={t('team.members')} aside={members.length} padding="none">
      {members.length > maxUnsearchedMembers && (
        <div className="border-b border-line px-4.5 py-2">
          <SearchInput
            aria-label={t('team.search')}
            placeholder={t('team.search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      {found.length === 0 && (
        <div className="px-4.5">
          <EmptyState>{t('team.none-found', { search: search.trim() })}</EmptyState>
        </div>
      )}
      <SettingList label={t('team.members')}>
        {found.map((member) => (
          <MemberRow
            key={member.id}
            team={team}
            member={member}
            isSelf={member.id === user.id}
            canRemove={canRemove && member.id !== user.id}
          />
        ))}
      </SettingList>
    </Card>
  )
}

interface MemberRowProps {
  team: Team
  member: TeamUser
  isSelf: boolean
  canRemove: boolean
}

function MemberRow({ team, member, isSelf, canRemove }: MemberRowProps) {
  const { t } = useTeamTexts()
  const { t: settings } = useSettingsTexts()
  const change = useTeamChange()
  const [isAsking, setIsAsking] = useState(false)
  const name = member.teamProfile.displayName ?? t('team.nameless')
  return (
    <SettingRow
      title={
        <span className="flex items-center gap-3">
          <Avatar name={name} imageUrl={member.teamProfile.profileImageUrl} />
          <span className="min-w-0 wrap-anywhere">{name}</span>
          {isSelf && <Badge>{t('team.you')}</Badge>}
        </span>
      }
      action={
        canRemove && (
          <Button
            size="small"
            state={change.isBusy ? 'busy' : 'idle'}
            aria-label={t('team.remove-one', { name })}
            onClick={() => setIsAsking(true)}
          >
            {t('team.remove')}
          </Button>
        )
      }
    >
      <AttemptCallout failed={change.failed} />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('team.remove-title', { name })}
        cancelLabel={settings('page.cancel')}
        confirmLabel={t('team.remove')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          change.run(() => team.removeUser(member.id), { done: t('team.removed', { name }) })
        }}
      >
        {t('team.remove-advice')}
      </ConfirmDialog>
    </SettingRow>
  )
}
