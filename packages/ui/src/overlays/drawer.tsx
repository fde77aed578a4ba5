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
  /** Below the title: who, when, how long. */
  second?: ReactNode
  actions?: ReactNode
  closeLabel: string
  children: ReactNode
}

/**
 * One thing in detail, over the list it comes from. The whole screen below 640. `--drawer-inset` on the root keeps it
 * off what stands at the right; what carries `data-keeps-drawer` can be used while it is open.
 */
export function Drawer({ isOpen, onClose, title, second, actions, closeLabel, children }: DrawerProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus()
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Scrim />
        <Primitive.Content
          aria-describedby={undefined}
          tabIndex={-1}
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus()
            // The first control is the one that closes; to begin there would read out its tooltip instead of the title.
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
          <header className="flex items-start gap-4 bg-raised py-5 pr-5 pl-6 max-sm:gap-2 max-sm:py-3 max-sm:pr-2 max-sm:pl-4">
            <div className="min-w-0 flex-1">
              <Primitive.Title className="text-title">{title}</Primitive.Title>
              {second && (
                <div className="mt-0.5 flex flex-wrap gap-x-3.5 text-small text-ink-soft">{second}</div>
              )}
            </div>
            {actions}
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
