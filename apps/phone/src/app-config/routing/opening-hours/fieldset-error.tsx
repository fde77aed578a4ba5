import { Icon } from '@parley/ui'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** The error of several fields together. */
export function FieldsetError({ error }: { error: ReactNode }) {
  if (!error) return null
  return (
    <p role="alert" className="flex items-start gap-1.5 text-small text-danger">
      <Icon icon={CircleAlert} size="small" className="mt-0.5" />
      <span>{error}</span>
    </p>
  )
}
