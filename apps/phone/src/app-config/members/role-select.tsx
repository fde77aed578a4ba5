import type { Team, TeamUser } from '@parley/kit'
import { ConfirmDialog, Select, useToast } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainMemberError } from './explain-member-error.ts'
import { adminPermission, type Role } from './use-roles.ts'

interface RoleSelectProps {
  team: Team
  member: TeamUser
  name: string
  role: Role
  isSelf: boolean
}

/** Makes a member an administrator, or takes that role from them. */
export function RoleSelect({ team, member, name, role, isSelf }: RoleSelectProps) {
  const { t } = useLanguage()
  const show = useToast()
  const explain = useExplainMemberError()
  const [isAsking, setIsAsking] = useState(false)
  const change = useMutation({
    mutationFn: (next: Role) =>
      next === 'admin'
        ? team.grantPermission(member.id, adminPermission)
        : team.revokePermission(member.id, adminPermission),
    onSuccess: (_, next) => {
      setIsAsking(false)
      show({ text: t(next === 'admin' ? 'members.is-admin' : 'members.is-member', { name }) })
    },
    onError: (error) => show({ text: explain(error), tone: 'danger' }),
  })

  return (
    <>
      <Select<Role>
        size="small"
        aria-label={t('members.role-of', { name })}
        aria-busy={change.isPending || undefined}
        options={[
          { value: 'admin', label: t('members.role-admin') },
          { value: 'member', label: t('members.role-member') },
        ]}
        value={role}
        onChange={(next) => {
          // Not disabled meanwhile, which would take the focus away.
          if (change.isPending) return
          if (isSelf && next === 'member') setIsAsking(true)
          else change.mutate(next)
        }}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('members.resign-question')}
        cancelLabel={t('members.stay-admin')}
        confirmLabel={t('members.resign')}
        state={change.isPending ? 'busy' : 'idle'}
        error={change.error && explain(change.error)}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => change.mutate('member')}
      >
        {t('members.resign-sentence')}
      </ConfirmDialog>
    </>
  )
}
