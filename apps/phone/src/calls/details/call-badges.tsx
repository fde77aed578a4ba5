import type { Call } from '@parley/contract/phone'
import { Badge } from '@parley/ui'
import { Check, UserRound } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'

const maxTags = 2

/** The first tags of a call in a row, in lists that are wide enough; narrow ones have them in the second line. */
export function TagBadges({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  const others = tags.length - maxTags
  return (
    <span className="flex gap-1.5 @max-[42rem]:hidden" title={tags.join(', ')}>
      {tags.slice(0, maxTags).map((tag) => (
        <Badge key={tag}>
          <span className="max-w-32 truncate">{tag}</span>
        </Badge>
      ))}
      {others > 0 && <Badge>+{others}</Badge>}
    </span>
  )
}

/** Says who follows up a call, or that it is done: in narrow lists by its icon. */
export function AssignmentBadge({ assignment }: Pick<Call, 'assignment'>) {
  const { t } = useLanguage()
  const { me } = usePhone()
  if (assignment === null) return null
  if (assignment.done)
    return (
      <Badge tone="positive" icon={Check}>
        <span className="@max-[28rem]:sr-only">{t('assignment.done')}</span>
      </Badge>
    )
  const isOwn = assignment.userId === me.user.id
  return (
    <Badge tone={isOwn ? 'accent' : 'neutral'} icon={UserRound}>
      <span
        className="max-w-24 truncate @max-[28rem]:sr-only"
        title={`${t('assignment.assignee')}: ${assignment.userName ?? ''}`}
      >
        {isOwn ? t('assignment.open') : (assignment.userName ?? t('calls.unknown'))}
      </span>
    </Badge>
  )
}
