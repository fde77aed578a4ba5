import { Badge } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'

/** The owner of a shared contact. Renders nothing for a user whose name is not known, such as a former member. */
export function OwnerBadge({ userId }: { userId: string }) {
  const { t } = useLanguage()
  const { me, queries } = usePhone()
  const colleagues = useQuery(queries.allColleagues())
  const name =
    userId === me.user.id
      ? me.user.displayName
      : colleagues.data?.items.find((colleague) => colleague.userId === userId)?.name
  if (!name) return null
  return (
    <Badge icon={UserRound}>
      {t('bulk.owner')}: {name}
    </Badge>
  )
}
