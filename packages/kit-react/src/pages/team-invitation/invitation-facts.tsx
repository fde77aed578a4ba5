import type { TeamInvitationRecipient } from '@parley/kit'
import { type Translate, useLanguage } from '../../provider/language.tsx'
import { Fact, Facts } from '../layout/facts.tsx'

interface InvitationFactsProps {
  recipient: TeamInvitationRecipient
  /** The permissions of a new member. */
  permissionIds?: readonly string[]
}

/** The role and the recipient of an invitation, where the service tells them. */
export function InvitationFacts({ recipient, permissionIds = [] }: InvitationFactsProps) {
  const { t } = useLanguage()
  if (recipient.recipientEmail === null && permissionIds.length === 0) return null
  return (
    <Facts>
      {permissionIds.length > 0 && (
        <Fact name={t('invitation.role')}>{permissionIds.map((id) => toRole(id, t)).join(', ')}</Fact>
      )}
      {recipient.recipientEmail !== null && (
        <Fact name={t('invitation.sent-to')}>{recipient.recipientEmail}</Fact>
      )}
    </Facts>
  )
}

/** Returns the name of a permission. Those that a project defines have only an id. */
function toRole(permissionId: string, t: Translate): string {
  switch (permissionId) {
    case 'team_member':
      return t('invitation.role-member')
    case 'team_admin':
      return t('invitation.role-admin')
    default:
      return permissionId
  }
}
