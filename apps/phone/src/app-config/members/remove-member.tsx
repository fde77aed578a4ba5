import type { Team, TeamUser } from '@parley/kit'
import { ConfirmDialog } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainMemberError } from './explain-member-error.ts'

interface RemoveMemberProps {
  team: Team
  member: TeamUser
  onClose: () => void
}

export function RemoveMember({ team, member, onClose }: RemoveMemberProps) {
  const { t } = useLanguage()
  const explain = useExplainMemberError()
  const name = member.teamProfile.displayName ?? t('members.nameless')
  const remove = useMutation({ mutationFn: () => team.removeUser(member.id), onSuccess: onClose })

  return (
    <ConfirmDialog
      isOpen
      title={t('members.remove-question', { name })}
      cancelLabel={t('members.keep')}
      confirmLabel={t('members.remove')}
      state={remove.isPending ? 'busy' : 'idle'}
      error={remove.error && explain(remove.error)}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      {t('members.remove-sentence')}
    </ConfirmDialog>
  )
}
