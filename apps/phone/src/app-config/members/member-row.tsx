import type { Team, TeamUser } from '@parley/kit'
import { Avatar, Badge, IconButton } from '@parley/ui'
import { UserRoundMinus } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { PresenceLabel } from '../../presence/presence-label.tsx'
import { type MemberRole, RoleSelect } from './role-select.tsx'

interface MemberRowProps {
  team: Team
  member: TeamUser
  isSelf: boolean
  role: MemberRole
  /** Null if the user may not remove this member. */
  onRemove: (() => void) | null
}

export function MemberRow({ team, member, isSelf, role, onRemove }: MemberRowProps) {
  const { t } = useLanguage()
  const name = member.teamProfile.displayName ?? t('members.nameless')
  return (
    <li className="flex min-h-14 items-center gap-3 py-2 pr-2.5 pl-4.5 [contain-intrinsic-block-size:3.5rem] [content-visibility:auto] max-sm:pl-3.5">
      <Avatar name={name} imageUrl={member.teamProfile.profileImageUrl} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2">
          <span className="line-clamp-2 font-semibold break-words" title={name}>
            {name}
          </span>
          {isSelf && <Badge>{t('members.you')}</Badge>}
        </div>
        <span className="text-small text-ink-soft">
          <PresenceLabel userId={member.id} />
        </span>
      </div>
      <div className="w-36 shrink-0 max-sm:w-28">
        {role.choices.length > 0 ? (
          <RoleSelect team={team} member={member} name={name} role={role} isSelf={isSelf} />
        ) : (
          <span className="block px-2 text-small text-ink-soft">{t(`members.role-${role.current}`)}</span>
        )}
      </div>
      {onRemove ? (
        <IconButton icon={UserRoundMinus} label={t('members.remove-one', { name })} onClick={onRemove} />
      ) : (
        <span className="w-10 shrink-0 max-sm:hidden" />
      )}
    </li>
  )
}
