import { Button, formatAgo, Icon, type IconType, Spinner } from '@parley/ui'
import { Circle, CircleCheck, CircleMinus, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Language, useLanguage } from '../../i18n/language.tsx'
import { RouterButtonLink } from '../../shell/router-link.tsx'
import { describePart, findPage, getPartName, getShownState, type ShownState } from './part-texts.ts'
import type { TestedPart } from './use-self-test.ts'

interface PartRowProps {
  part: TestedPart
  /** Why no test can be started now; null if one can. */
  disabledReason: string | null
  /** Tests this part. Missing if it cannot be tested without a choice. */
  onTest?: () => void
  /** Further buttons. */
  children?: ReactNode
}

/** A part of the phone with the result of its last test, and what to do next. */
export function PartRow({ part, disabledReason, onTest, children }: PartRowProps) {
  const language = useLanguage()
  const { t } = language
  const state = getShownState(part)
  const name = getPartName(part, language)
  return (
    <li className="flex items-start gap-3 px-4.5 py-3">
      <Mark state={state} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
          <p className="font-semibold">
            <span className="sr-only">{t(`self-test.state-${state}`)} </span>
            {name}
          </p>
          <p className="text-small text-ink-soft">{describePart(part, language)}</p>
          {part.detail !== null && (
            <details className="text-small">
              <summary className="w-max">{t('common.details')}</summary>
              <code className="font-mono text-label text-ink-soft">{part.detail}</code>
            </details>
          )}
          <LastTest part={part} language={language} />
        </div>
        <div className="flex flex-wrap gap-2">
          <PageLink part={part} name={name} />
          {part.isConfigured && onTest && (
            <Button
              size="small"
              disabledReason={disabledReason}
              aria-label={t('self-test.test-named', { name })}
              onClick={onTest}
            >
              {t('trunk.test')}
            </Button>
          )}
          {children}
        </div>
      </div>
    </li>
  )
}

const marks: Readonly<Record<Exclude<ShownState, 'running'>, { icon: IconType; colour: string }>> = {
  passed: { icon: CircleCheck, colour: 'text-positive' },
  failed: { icon: CircleX, colour: 'text-danger' },
  'not-tested': { icon: Circle, colour: 'text-ink-soft' },
  missing: { icon: CircleMinus, colour: 'text-ink-soft' },
}

function Mark({ state }: { state: ShownState }) {
  if (state === 'running') return <Spinner />
  const { icon, colour } = marks[state]
  return <Icon icon={icon} className={`mt-0.5 ${colour}`} />
}

/** When the test has ended, who ran it and how long it took. */
function LastTest({ part, language }: { part: TestedPart; language: Language }) {
  const { testedAt, testedBy, tookMs, isOutdated } = part
  const { t, locale } = language
  if (testedAt === null) return null
  const when = formatAgo(testedAt, { locale, nowMs: Date.now(), justNow: t('calls.just-now') })
  return (
    <p className="text-small text-ink-soft tabular-nums">
      {testedBy === null
        ? t('self-test.tested-at', { when })
        : t('self-test.tested', { name: testedBy, when })}
      {tookMs !== null && <span className="whitespace-nowrap"> · {formatTook(tookMs, locale)}</span>}
      {isOutdated && <span className="block text-ink">{t('self-test.outdated')}</span>}
    </p>
  )
}

function formatTook(ms: number, locale: string): string {
  const isShort = ms < 1_000
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isShort ? 'millisecond' : 'second',
    maximumFractionDigits: isShort ? 0 : 1,
  }).format(isShort ? ms : ms / 1_000)
}

/** A link to the page on which a missing part is set up, or a problem is solved. */
function PageLink({ part, name }: { part: TestedPart; name: string }) {
  const { t } = useLanguage()
  const state = getShownState(part)
  const page = findPage(part)
  if (!page || (state !== 'missing' && state !== 'failed')) return null
  const { to, hash, label } = page
  const isMissing = state === 'missing'
  return (
    <RouterButtonLink
      size="small"
      to={to}
      hash={hash}
      aria-label={isMissing ? t('self-test.set-up-named', { name }) : undefined}
    >
      {t(isMissing ? 'self-test.set-up' : label)}
    </RouterButtonLink>
  )
}
