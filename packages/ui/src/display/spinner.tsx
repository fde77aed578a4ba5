import { LoaderCircle } from 'lucide-react'
import { Icon } from '../controls/icon.tsx'

/** Turns while something takes less than 2 s. What takes longer shows a {@link Progress}. */
export function Spinner({ size = 'normal' }: { size?: 'small' | 'normal' | 'large' }) {
  return <Icon icon={LoaderCircle} size={size} className="motion-safe:animate-spin" />
}
