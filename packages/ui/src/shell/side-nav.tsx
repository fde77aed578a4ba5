import type { ReactNode } from 'react'

interface SideNavProps {
  label: string
  /** `<li>` elements with links of {@link sideLinkStyles}. */
  items: ReactNode
  children: ReactNode
}

/**
 * Section navigation at the left; both sides scroll separately. Below 1024 px it is a row on top and the page
 * scrolls.
 */
export function SideNav({ label, items, children }: SideNavProps) {
  return (
    <div className="grid lg:h-full lg:min-h-0 lg:grid-cols-[14rem_minmax(0,1fr)] max-lg:grid-cols-[minmax(0,1fr)]">
      <nav
        ref={scrollToCurrentItem}
        aria-label={label}
        className="max-lg:scroll-hint overflow-auto border-r border-line px-3 py-6 max-lg:border-r-0 max-lg:border-b max-lg:px-4 max-lg:py-2"
      >
        <p className="px-3 pt-2 pb-2.5 text-small font-semibold text-ink-soft max-lg:hidden">{label}</p>
        <ul className="max-lg:flex max-lg:gap-1">{items}</ul>
      </nav>
      {/* `relative`, so that absolutely positioned content scrolls with this element. */}
      <div className="relative min-w-0 lg:min-h-0 lg:overflow-auto">{children}</div>
    </div>
  )
}

/** The row on top may be wider than the window. */
function scrollToCurrentItem(nav: HTMLElement | null): void {
  // jsdom has no such method.
  nav?.querySelector('[aria-current=page]')?.scrollIntoView?.({ inline: 'center', block: 'nearest' })
}

export const sideLinkStyles =
  'flex min-h-9.5 items-center gap-2.5 rounded-control px-3 py-[7px] whitespace-nowrap text-ink no-underline hover:bg-hover aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent'
