import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** One sentence. */
  children: ReactNode
  /** One button. */
  action?: ReactNode
}

/** Shown instead of an empty list. */
export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <div className="grid max-w-[68ch] justify-items-start gap-3 py-6">
      <p className="text-ink-soft">{children}</p>
      {action}
    </div>
  )
}
