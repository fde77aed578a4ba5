import { Icon, type IconType } from '@parley/ui'
import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { PageHeading } from './page-layout.tsx'
import { SupportLink } from './support-link.tsx'

interface ResultCardProps {
  tone: 'positive' | 'danger' | 'neutral'
  /** Replaces the icon of the tone. */
  icon?: IconType
  title: string
  advice: ReactNode
  /** Available actions, the main one first. */
  children: ReactNode
}

const marks: Record<ResultCardProps['tone'], { icon: IconType; colour: string }> = {
  positive: { icon: CircleCheck, colour: 'text-positive' },
  danger: { icon: CircleAlert, colour: 'text-danger' },
  neutral: { icon: Info, colour: 'text-ink-soft' },
}

/**
 * Shows a result; an error also with the way to the support of the application. It takes the focus, so that
 * screen readers announce the result and its actions.
 */
export function ResultCard({ tone, icon, title, advice, children }: ResultCardProps) {
  const sheet = useRef<HTMLElement>(null)
  const mark = marks[tone]

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title is a new result.
  useLayoutEffect(() => sheet.current?.focus(), [title])

  return (
    <section ref={sheet} tabIndex={-1} aria-label={title} className="outline-none">
      <Icon icon={icon ?? mark.icon} size="large" className={`mb-3 ${mark.colour}`} />
      <PageHeading title={title} />
      <p className="mt-1 wrap-anywhere text-ink-soft">{advice}</p>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-2">
        {children}
        {tone === 'danger' && <SupportLink />}
      </div>
    </section>
  )
}
