import { LoaderCircle } from 'lucide-react'
import { Icon } from '../controls/icon.tsx'

/** Activity indicator for up to 2 s. Use {@link Progress} for longer operations. */
export function Spinner({ size = 'normal' }: { size?: 'small' | 'normal' | 'large' }) {
  return <Icon icon={LoaderCircle} size={size} className="motion-safe:animate-spin" />
}
