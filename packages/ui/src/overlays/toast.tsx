import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'

const durationMs = 6_000
const durationWithActionMs = 10_000

export interface ToastMessage {
  /** The result, with the verb of the pressed button: "Contact deleted". */
  text: string
  /** `neutral` messages report an event. `danger` messages stay until closed. */
  tone?: 'positive' | 'neutral' | 'danger'
  /** An undo or follow-up action. */
  action?: { label: string; onAction: () => void }
  /** Whether it stays until it is closed, as `danger` messages do. */
  lasts?: boolean
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined)

/** Returns the function that shows a message. A new message replaces the current one. */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ToastContext)
}

interface ToastProviderProps {
  /** Accessible name of the region. */
  label: string
  closeLabel: string
  children: ReactNode
}

export function ToastProvider({ label, closeLabel, children }: ToastProviderProps) {
  const [shown, setShown] = useState<(ToastMessage & { key: number }) | null>(null)
  const show = useCallback(
    (message: ToastMessage) => setShown((before) => ({ ...message, key: (before?.key ?? 0) + 1 })),
    [],
  )

  return (
    <ToastContext value={show}>
      <Primitive.Provider label={label} swipeDirection="down">
        {children}
        {shown && (
          <Primitive.Root
            key={shown.key}
            type="foreground"
            duration={getDurationMs(shown)}
            onOpenChange={(open) => !open && setShown(null)}
            className="flex items-center gap-2.5 rounded-control border border-line bg-raised px-3.5 py-2 text-small text-ink shadow-float motion-safe:data-[state=open]:animate-enter"
          >
            <Icon size="small" {...symbols[shown.tone ?? 'positive']} />
            <Primitive.Description className="min-w-0 py-1">{shown.text}</Primitive.Description>
            {shown.action && (
              <Primitive.Action altText={shown.action.label} asChild>
                <Button size="small" variant="quiet" onClick={shown.action.onAction}>
                  {shown.action.label}
                </Button>
              </Primitive.Action>
            )}
            {isLasting(shown) && (
              <Primitive.Close asChild>
                <Button size="small" variant="quiet">
                  {closeLabel}
                </Button>
              </Primitive.Close>
            )}
          </Primitive.Root>
        )}
        <Primitive.Viewport
          // Radix replaces {hotkey} with its keyboard shortcut.
          label={`${label} ({hotkey})`}
          className="fixed bottom-4 left-1/2 z-60 w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 outline-none max-lg:bottom-24 max-sm:bottom-38"
        />
      </Primitive.Provider>
    </ToastContext>
  )
}

const symbols = {
  positive: { icon: CircleCheck, className: 'text-positive' },
  neutral: { icon: Info, className: 'text-ink-soft' },
  danger: { icon: CircleAlert, className: 'text-danger' },
} as const

function isLasting({ tone, lasts = false }: ToastMessage): boolean {
  return lasts || tone === 'danger'
}

function getDurationMs(message: ToastMessage): number {
  if (isLasting(message)) return Number.POSITIVE_INFINITY
  return message.action ? durationWithActionMs : durationMs
}
