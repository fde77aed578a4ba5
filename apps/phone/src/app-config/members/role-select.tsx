import type { Team, TeamUser } from '@parley/kit'
import { CancelledError, useStepUp } from '@parley/kit-react'
import { ConfirmDialog, Select, useToast } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainMemberError } from './explain-member-error.ts'
import { type HeldPermissions, planRoleChange, type Role } from './plan-role-change.ts'

export interface MemberRole {
  readonly current: Role
  readonly held: HeldPermissions
  /** The roles that the user may give, with the current one; empty if there is no choice. */
  readonly choices: readonly Role[]
  /** Whether the user is an owner. */
  readonly isByOwner: boolean
}

interface RoleSelectProps {
  team: Team
  member: TeamUser
  name: string
  role: MemberRole
  isSelf: boolean
}

/** How much each role may do. */
const ranks: Readonly<Record<Role, number>> = { owner: 2, admin: 1, member: 0 }

/** Gives a member another role. */
export function RoleSelect({ team, member, name, role, isSelf }: RoleSelectProps) {
  const { t } = useLanguage()
  const show = useToast()
  const explain = useExplainMemberError()
  const withStepUp = useStepUp()
  const [resignation, setResignation] = useState<{ from: 'owner' | 'admin'; next: Role } | null>(null)
  const { current, held, choices, isByOwner } = role
  const change = useMutation({
    mutationFn: async (next: Role) => {
      for (const { type, permission } of planRoleChange(held, next, isByOwner)) {
        if (type === 'grant') await withStepUp(() => team.grantPermission(member.id, permission))
        else await team.revokePermission(member.id, permission)
      }
    },
    onSuccess: (_, next) => {
      setResignation(null)
      show({ text: t(`members.is-${next}`, { name }) })
    },
    onError: (error) => {
      if (!(error instanceof CancelledError)) show({ text: explain(error), tone: 'danger' })
    },
  })
  const resigned = resignation?.from ?? 'admin'

  return (
    <>
      <Select<Role>
        size="small"
        aria-label={t('members.role-of', { name })}
        aria-busy={change.isPending || undefined}
        options={choices.map((value) => ({ value, label: t(`members.role-${value}`) }))}
        value={current}
        onChange={(next) => {
          // Not disabled meanwhile, which would take the focus away.
          if (change.isPending) return
          if (isSelf && current !== 'member' && ranks[next] < ranks[current])
            setResignation({ from: current, next })
          else change.mutate(next)
        }}
      />
      <ConfirmDialog
        isOpen={resignation !== null}
        title={t(`members.resign-${resigned}-question`)}
        cancelLabel={t(`members.stay-${resigned}`)}
        confirmLabel={t('members.resign')}
        state={change.isPending ? 'busy' : 'idle'}
        error={change.error && explain(change.error)}
        onCancel={() => setResignation(null)}
        onConfirm={() => resignation && change.mutate(resignation.next)}
      >
        {t(`members.resign-${resigned}-sentence`)}
      </ConfirmDialog>
    </>
  )
}
