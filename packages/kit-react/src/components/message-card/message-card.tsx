import { Button } from '@parley/ui'
import type { ReactNode } from 'react'
import type { PageProps } from '../../pages/component-props.ts'
import { AttemptCallout } from '../../pages/form/attempt-callout.tsx'
import { useAttempt } from '../../pages/form/use-attempt.ts'
import { PageFrame } from '../../pages/layout/page-frame.tsx'
import { PageHeading } from '../../pages/layout/page-layout.tsx'

type Action = () => Promise<void> | void

interface MessageProps {
  title: string
  children?: ReactNode
  primaryButtonText?: string
  primaryAction?: Action
  secondaryButtonText?: string
  secondaryAction?: Action
}

/** A message of the application in the look of the pages, with up to two actions. */
export function MessageCard({ fullPage = false, ...props }: MessageProps & PageProps) {
  return (
    <PageFrame fullPage={fullPage}>
      <Message {...props} />
    </PageFrame>
  )
}

function Message(props: MessageProps) {
  const { title, children, primaryButtonText, primaryAction, secondaryButtonText, secondaryAction } = props
  const primary = useAttempt()
  const secondary = useAttempt()
  return (
    <section aria-label={title} className="wrap-anywhere">
      <PageHeading title={title} />
      <div className="mt-1 text-ink-soft">{children}</div>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
        {(primary.failed ?? secondary.failed) && (
          <AttemptCallout failed={primary.failed ?? secondary.failed} />
        )}
        {primaryButtonText !== undefined && (
          <Button
            variant="primary"
            size="large"
            state={primary.isBusy ? 'busy' : 'idle'}
            onClick={() => primary.run(() => act(primaryAction))}
          >
            {primaryButtonText}
          </Button>
        )}
        {secondaryButtonText !== undefined && (
          <Button
            state={secondary.isBusy ? 'busy' : 'idle'}
            onClick={() => secondary.run(() => act(secondaryAction))}
          >
            {secondaryButtonText}
          </Button>
        )}
      </div>
    </section>
  )
}

async function act(action: Action | undefined): Promise<null> {
  await action?.()
  return null
}
