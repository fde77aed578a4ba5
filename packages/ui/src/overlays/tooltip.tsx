import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

interface TooltipProps {
  text: string
  /** One element that takes a ref and handlers: a button, a link. */
  children: ReactNode
}

/** A few words on hover and focus. Never the only place where something is said. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={500}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            sideOffset={6}
            className="z-60 max-w-72 rounded-control bg-ink px-2 py-1 text-label text-surface shadow-float motion-safe:animate-enter"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
