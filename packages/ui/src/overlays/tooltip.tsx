import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

interface TooltipProps {
  text: string
  /** One element that accepts a ref and event handlers, such as a button or link. */
  children: ReactNode
}

/** A short text on hover and focus. It must not contain information that is not available elsewhere. */
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
