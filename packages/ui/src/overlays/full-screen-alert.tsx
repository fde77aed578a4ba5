import { TriangleAlert } from 'lucide-react'
import { AlertDialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { useReturnFocus } from './return-focus.ts'

interface FullScreenAlertProps {
  title: ReactNode
  /** A sentence announced with the title. */
  description: ReactNode
  closeLabel: string
  onClose: () => void
  children?: ReactNode
}

/** A full-screen alert for critical messages. */
export function FullScreenAlert({ title, description, closeLabel, onClose, children }: FullScreenAlertProps) {
  const returnFocus = useReturnFocus()
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Content
          {...returnFocus}
          className="fixed inset-0 z-60 grid place-content-center overflow-y-auto bg-danger-fill p-6 text-on-danger"
        >
          <div className="grid max-w-xl gap-4">
            <Icon icon={TriangleAlert} size="large" />
            <Primitive.Title className="text-display tracking-normal">{title}</Primitive.Title>
            <Primitive.Description className="text-lead">{description}</Primitive.Description>
            {children}
            <Primitive.Cancel asChild>
              <Button size="large" className="justify-self-start">
                {closeLabel}
              </Button>
            </Primitive.Cancel>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
