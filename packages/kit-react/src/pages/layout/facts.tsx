import type { ReactNode } from 'react'

/** Names and values, such as those of a request that the user confirms. Contains {@link Fact}. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-control border border-line px-3.5 py-3 text-small">
      {children}
    </dl>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere line-clamp-3">{children}</dd>
    </>
  )
}
