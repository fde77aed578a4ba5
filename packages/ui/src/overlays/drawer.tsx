import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { useReturnFocus } from './return-focus.ts'
import { Scrim } from './scrim.tsx'

interface DrawerProps {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  /** Details below the title. */
  subtitle?: ReactNode
  actions?: ReactNode
  closeLabel: string
  children: ReactNode
}

/**
 * A modal drawer with the details of a list item. Full screen below 640 px. `--drawer-inset` on the root
 * element reserves space at the right; clicks on elements with `data-keeps-drawer` do not close it.
 */
export function Drawer({
  isOpen,
  onClose,
  title,
  subtitle: second,
  actions,
  closeLabel,
  children,
}: DrawerProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus()
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Scrim />
        <Primitive.Content
          data-drawer
          aria-describedby={undefined}
          tabIndex={-1}
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus()
            // Focus the drawer instead of the close button, so that screen readers announce the title and not
            // the tooltip.
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          onInteractOutside={(event) => {
            if (event.target instanceof Element && event.target.closest('[data-keeps-drawer]'))
              event.preventDefault()
          }}
          className="fixed inset-y-0 right-(--drawer-inset,0px) z-50 flex outline-none w-[min(58rem,100%-var(--drawer-inset,0px))] flex-col overflow-auto border-l border-line bg-surface shadow-float motion-safe:data-[state=open]:animate-slide-in motion-safe:data-[state=closed]:animate-slide-out max-sm:border-0"
        >
          <header className="flex items-start gap-4 bg-raised py-5 pr-5 pl-6 max-sm:flex-wrap max-sm:gap-2 max-sm:py-3 max-sm:pr-2 max-sm:pl-4">
            <div className="min-w-0 flex-1">
              <Primitive.Title className="text-title">{title}</Primitive.Title>
              {second && (
                <div className="mt-0.5 flex flex-wrap gap-x-3.5 text-small text-ink-soft">{second}</div>
              )}
            </div>
            {/* Below the title on a narrow screen, where the buttons would leave it no space. */}
            {actions && <div className="max-sm:order-last max-sm:w-full">{actions}</div>}
            <Primitive.Close asChild>
              <IconButton icon={X} label={closeLabel} />
            </Primitive.Close>
          </header>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
