import { Avatar, Icon } from '@parley/ui'
import { UserRound } from 'lucide-react'

const defaultSizePx = 34

interface UserAvatarProps {
  /** Width and height in pixels. */
  size?: number
  user?: {
    readonly profileImageUrl?: string | null
    readonly displayName?: string | null
    readonly primaryEmail?: string | null
  } | null
  /** Draws a line around the picture. */
  border?: boolean
}

/** The picture or the initials of a user. Decorative: show the name beside it. */
export function UserAvatar({ size = defaultSizePx, user, border = false }: UserAvatarProps) {
  const edge = border ? 'border border-line' : ''
  if (!user)
    return (
      <span
        className={`inline-grid shrink-0 place-items-center rounded-full bg-fill text-ink-soft ${edge}`}
        style={{ width: size, height: size }}
      >
        <Icon icon={UserRound} />
      </span>
    )
  return (
    <Avatar
      name={user.displayName || user.primaryEmail || ''}
      imageUrl={user.profileImageUrl}
      sizePx={size}
      className={edge}
    />
  )
}
