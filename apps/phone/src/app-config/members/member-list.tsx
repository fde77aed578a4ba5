import type { CurrentUser, Team, TeamUser } from '@parley/kit'
import { Card, EmptyState, SearchInput } from '@parley/ui'
import { useDeferredValue, useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { MemberRow } from './member-row.tsx'
import { RemoveMember } from './remove-member.tsx'
import { useRoles } from './use-roles.ts'

interface MemberListProps {
  team: Team
  user: CurrentUser
  canRemove: boolean
}

/** A list of this length needs no search. */
const maxUnsearchedMembers = 8

/** The members of the workspace with their roles. */
export function MemberList({ team, user, canRemove }: MemberListProps) {
  const { t, locale } = useLanguage()
  const [removed, setRemoved] = useState<TeamUser | null>(null)
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim()).toLocaleLowerCase(locale)
  const members = team.useUsers()
  const roles = useRoles(team, user)
  const onlyAdminNote = roles.mayChange && roles.hasOneAdmin ? 'members.one-admin' : null
  const note = roles.isOnlyOwner ? 'members.one-owner' : onlyAdminNote
  const found = members.filter(({ teamProfile }) =>
    (teamProfile.displayName ?? '').toLocaleLowerCase(locale).includes(wanted),
  )

  return (
    <Card title={t('members.title')} aside={members.length} padding="none">
      {members.length > maxUnsearchedMembers && (
        <div className="border-b border-line px-4.5 py-2">
          <SearchInput
            aria-label={t('members.search')}
            placeholder={t('members.search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      {found.length === 0 && (
        <div className="px-4.5">
          <EmptyState>{t('members.none-found', { search: search.trim() })}</EmptyState>
        </div>
      )}
      <ul className="[&>li+li]:border-t [&>li+li]:border-line">
        {found.map((member) => (
          <MemberRow
            key={member.id}
            team={team}
            member={member}
            isSelf={member.id === user.id}
            role={roles.getRole(member.id)}
            onRemove={canRemove && member.id !== user.id ? () => setRemoved(member) : null}
          />
        ))}
      </ul>
      {note && members.length > 1 && (
        <p className="border-t border-line px-4.5 py-2.5 text-small text-ink-soft">{t(note)}</p>
      )}
      {removed && <RemoveMember team={team} member={removed} onClose={() => setRemoved(null)} />}
    </Card>
  )
}
