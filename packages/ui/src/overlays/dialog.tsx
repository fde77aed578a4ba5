import { AlertDialog as Alert, Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Callout } from '../display/callout.tsx'
import { useReturnFocus } from './return-focus.ts'
import { Scrim } from './scrim.tsx'

const sheet =
  'fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] -translate-1/2 gap-4 overflow-y-auto scroll-pb-22 rounded-card border border-line bg-raised p-6 shadow-float motion-safe:data-[state=open]:animate-enter'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  /** A sentence below the title, announced with it. */
  description?: ReactNode
  children: ReactNode
}

/** A modal dialog, usually with a form. */
export function Dialog({ isOpen, onClose, title, description, children }: DialogProps) {
  const returnFocus = useReturnFocus()
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Scrim />
        <Primitive.Content
          className={sheet}
          {...returnFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="min-w-0">
            <Primitive.Title className="text-title wrap-anywhere">{title}</Primitive.Title>
            {description && (
              <Primitive.Description className="mt-1 text-ink-soft">{description}</Primitive.Description>
            )}
          </div>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** The buttons of a dialog with a long form. They stay at its lower edge while the form scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-6 z-1 -mx-6 -mb-6 flex flex-wrap justify-end gap-2 rounded-b-card border-t border-line bg-raised px-6 pt-3 pb-6">
      {children}
    </div>
  )
}

interface ConfirmDialogProps {
  isOpen: boolean
  /** A question such as "Delete this contact?" */
  title: ReactNode
  /** The consequences: the data to be deleted and the data to be retained. */
  children: ReactNode
  /** Label of the cancel button, which comes first and has the initial focus. */
  cancelLabel: string
  /** Label of the confirm button, with the verb: "Delete contact". */
  confirmLabel: string
  /** `harmless`: nothing is deleted and no call ends. Default: `destructive`. */
  effect?: 'destructive' | 'harmless'
  state?: 'idle' | 'busy'
  /** The error of a failed confirmation. */
  error?: ReactNode
  onCancel: () => void
  onConfirm: () => void
}

/** Asks for confirmation before a change, by default a permanent deletion. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const returnFocus = useReturnFocus()
  return (
    <Alert.Root open={props.isOpen} onOpenChange={(open) => !open && props.onCancel()}>
      <Alert.Portal>
        <Scrim />
        <Alert.Content className={sheet} {...returnFocus}>
          <div className="min-w-0">
            <Alert.Title className="text-title wrap-anywhere">{props.title}</Alert.Title>
            <Alert.Description className="mt-1 text-ink-soft">{props.children}</Alert.Description>
          </div>
          {props.error && (
            <Callout tone="danger" role="alert">
              {props.error}
            </Callout>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Alert.Cancel asChild>
              <Button>{props.cancelLabel}</Button>
            </Alert.Cancel>
            <Button
              variant={props.effect === 'harmless' ? 'primary' : 'destroy'}
              state={props.state ?? 'idle'}
              onClick={props.onConfirm}
            >
              {props.confirmLabel}
            </Button>
          </div>
        </Alert.Content>
      </Alert.Portal>
    </Alert.Root>
  )
}
