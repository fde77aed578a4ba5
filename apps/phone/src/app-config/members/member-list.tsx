import type { CurrentUser, Team, TeamUser } from '@parley/kit'
import { Avatar, Badge, Card, ConfirmDialog, IconButton } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { UserRoundMinus } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

interface MemberListProps {
  team: Team
  user: CurrentUser
  canRemove: boolean
}

export function MemberList({ team, user, canRemove }: MemberListProps) {
  const { t } = useLanguage()
  const [removed, setRemoved] = useState<TeamUser | null>(null)
  const members = team.useUsers()

  return (
    <Card title={t('members.title')} aside={members.length} padding="none">
      <ul className="[&>li+li]:border-t [&>li+li]:border-line">
        {members.map((member) => (
          <Member
            key={member.id}
            member={member}
            isSelf={member.id === user.id}
            onRemove={canRemove && member.id !== user.id ? () => setRemoved(member) : null}
          />
        ))}
      </ul>
      {removed && <RemoveMember team={team} member={removed} onClose={() => setRemoved(null)} />}
    </Card>
  )
}

interface MemberProps {
  member: TeamUser
  isSelf: boolean
  /** Null if the user may not remove this member. */
  onRemove: (() => void) | null
}

function Member({ member, isSelf, onRemove }: MemberProps) {
  const { t } = useLanguage()
  const name = useMemberName(member)
  return (
    <li className="flex min-h-14 items-center gap-3 px-4.5 py-2">
      <Avatar name={name} />
      <span className="min-w-0 truncate font-semibold" title={name}>
        {name}
      </span>
      {isSelf && <Badge>{t('members.you')}</Badge>}
      {onRemove && (
        <div className="ml-auto">
          <IconButton icon={UserRoundMinus} label={t('members.remove-one', { name })} onClick={onRemove} />
        </div>
      )}
    </li>
  )
}

function useMemberName({ teamProfile }: TeamUser): string {
  const { t } = useLanguage()
  return teamProfile.displayName ?? t('members.nameless')
}

function RemoveMember({ team, member, onClose }: { team: Team; member: TeamUser; onClose: () => void }) {
  const { t } = useLanguage()
  const explain = useExplainError()
  const name = useMemberName(member)
  const remove = useMutation({ mutationFn: () => team.removeUser(member.id), onSuccess: onClose })

  return (
    <ConfirmDialog
      isOpen
      title={t('members.remove-question', { name })}
      cancelLabel={t('members.keep')}
      confirmLabel={t('members.remove')}
      state={remove.isPending ? 'busy' : 'idle'}
      error={remove.error && explain(remove.error).sentence}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      {t('members.remove-sentence')}
    </ConfirmDialog>
  )
}
