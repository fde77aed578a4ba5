import type { ReactNode } from 'react'
import { Icon, type IconType } from '../controls/icon.tsx'
import { Logo } from '../display/logo.tsx'

interface AppShellProps {
  /** Label of the skip link, the first focusable element. */
  skipLabel: string
  /** Accessible name of the navigation. */
  navLabel: string
  /** Links with {@link railLinkStyles} that contain a {@link RailItem}. */
  nav: ReactNode
  /** Content at the bottom of the rail. Hidden on narrow screens. */
  footer?: ReactNode
  /** The live call panel. Part of the grid, so that it does not cover the page. */
  live?: ReactNode
  /** The part of the layout that an expanded live call covers; it becomes inert. */
  coveredByLiveCall?: 'nothing' | 'main' | 'everything'
  children: ReactNode
}

/** The application layout: rail or bottom bar, page and live call. */
export function AppShell({
  skipLabel,
  navLabel,
  nav,
  footer: foot,
  live,
  coveredByLiveCall = 'nothing',
  children,
}: AppShellProps) {
  return (
    <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto_auto] [grid-template-areas:'main'_'live'_'rail'] sm:grid-cols-[5rem_minmax(0,1fr)] sm:grid-rows-[minmax(0,1fr)_auto] sm:[grid-template-areas:'rail_main'_'rail_live'] lg:grid-cols-[5rem_minmax(0,1fr)_auto] lg:grid-rows-[minmax(0,1fr)] lg:[grid-template-areas:'rail_main_live']">
      <a
        href="#main"
        className="absolute -top-24 left-3 z-60 rounded-control bg-accent px-3 py-2 text-on-accent focus:top-3"
      >
        {skipLabel}
      </a>
      <nav
        aria-label={navLabel}
        inert={coveredByLiveCall === 'everything'}
        className="flex items-center gap-1 [grid-area:rail] max-sm:min-h-16 max-sm:justify-around max-sm:border-t max-sm:border-line max-sm:bg-raised max-sm:px-2 max-sm:py-1.5 sm:flex-col sm:border-r sm:border-line sm:pt-4 sm:pb-3.5"
      >
        <div className="mb-4 max-sm:hidden">
          <Logo />
        </div>
        {nav}
        {foot && <div className="mt-auto grid justify-items-center gap-2.5 max-sm:hidden">{foot}</div>}
      </nav>
      <main
        id="main"
        data-scroll-restoration-id="main"
        tabIndex={-1}
        inert={coveredByLiveCall !== 'nothing'}
        className="relative min-w-0 overflow-auto outline-none [grid-area:main]"
      >
        {children}
      </main>
      {live}
    </div>
  )
}

/** Classes of a rail link. The current link has `aria-current="page"`. */
export const railLinkStyles =
  'relative grid w-20 justify-items-center gap-[3px] rounded-control py-[5px] text-label leading-[0.9375rem] text-ink-soft no-underline transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent sm:w-16 sm:pt-2 sm:pb-[7px]'

interface RailItemProps {
  icon: IconType
  label: string
  /** Shown as a badge; hidden if 0. */
  count?: number
  /** The count as text: "2 missed calls". */
  countLabel?: string
}

/** The icon and label of a rail link. */
export function RailItem({ icon, label, count = 0, countLabel }: RailItemProps) {
  return (
    <>
      <Icon icon={icon} size="large" />
      {label}
      {count > 0 && (
        <span className="absolute top-1 left-[calc(50%+0.375rem)] min-w-[1.0625rem] rounded-full bg-danger-fill px-1 text-center text-key leading-[1.0625rem] font-bold text-on-danger shadow-[0_0_0_2px_var(--surface)] max-sm:shadow-[0_0_0_2px_var(--raised)]">
          <span aria-hidden>{count > 99 ? '99+' : count}</span>
          <span className="sr-only">{countLabel}</span>
        </span>
      )}
    </>
  )
}

interface PageProps {
  title: ReactNode
  /** A sentence below the title. */
  subtitle?: ReactNode
  /** Content at the end of the title row: a status or a button. */
  aside?: ReactNode
  children: ReactNode
}

/** A page with a heading, up to 1200 px wide. */
export function Page({ title, subtitle: second, aside, children }: PageProps) {
  return (
    <div className="max-w-300 px-8 pt-6 pb-8 max-sm:px-4 max-sm:pt-4 max-sm:pb-5">
      <header className="mb-4 flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2 max-sm:mb-3">
        <div className="min-w-0 flex-1">
          <h1>{title}</h1>
          {second && <p className="mt-0.5 text-ink-soft">{second}</p>}
        </div>
        {aside}
      </header>
      {children}
    </div>
  )
}
