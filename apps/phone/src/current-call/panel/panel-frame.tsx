import { type ReactNode, type RefObject, useEffect } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { useMediaQuery } from '../../shell/hooks/use-media-query.ts'

/** Width of the docked panel with its margin; drawers leave this space free. */
const dockedWidth = '22.25rem'

const layoutClasses = {
  docked: 'm-3 ml-0 w-86 rounded-card p-4.5 gap-4 short:gap-3',
  /** Docked, with the height of its content. */
  brief: 'm-3 ml-0 w-86 self-start rounded-card p-4.5 gap-4',
  bar: 'mx-2 mb-2 rounded-card px-3 py-2.5 gap-2.5',
  large:
    'gap-4 rounded-card px-6 py-5 sm:m-3 max-2xl:fixed! max-2xl:inset-y-0 max-2xl:right-0 max-2xl:left-20 2xl:w-[52.5rem] 2xl:ml-0 max-sm:left-0 max-sm:rounded-none max-sm:px-4 max-sm:py-3.5 max-sm:gap-2.5',
  incoming:
    'gap-4 p-4.5 lg:m-3 lg:ml-0 lg:w-86 lg:rounded-card max-lg:fixed! max-lg:inset-x-3 max-lg:bottom-3 max-lg:left-24 max-lg:rounded-card max-sm:inset-x-0 max-sm:bottom-0 max-sm:left-0 max-sm:rounded-none max-sm:rounded-t-sheet max-sm:px-4',
}

interface PanelFrameProps {
  panel: RefObject<HTMLElement | null>
  place: keyof typeof layoutClasses
  /** The user has pressed Escape inside the panel. */
  onEscape?: () => void
  children: ReactNode
}

/** The region of the current call, at its place beside, below or over the page. */
export function PanelFrame({ panel, place, onEscape, children }: PanelFrameProps) {
  const { t } = useLanguage()
  const isDocked = useMediaQuery('(min-width: 1024px)') && place !== 'large'
  useEffect(() => {
    if (!isDocked) return
    document.documentElement.style.setProperty('--drawer-inset', dockedWidth)
    return () => void document.documentElement.style.removeProperty('--drawer-inset')
  }, [isDocked])

  return (
    <aside
      ref={panel}
      tabIndex={-1}
      // An open dialog or menu has handled the key.
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onEscape?.()}
      aria-label={t('live.label')}
      data-keeps-drawer
      className={`panel-region pointer-events-auto relative z-45 flex flex-col overflow-auto shadow-panel [grid-area:live] ${layoutClasses[place]}`}
    >
      {children}
    </aside>
  )
}
