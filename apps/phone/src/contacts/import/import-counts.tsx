import { formatCount } from '@parley/ui'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { useLanguage } from '../../i18n/language.tsx'

type Counts = PhoneOutput<'PUT /contact-imports/{import}/mapping'>['counts']

const names = ['new', 'updated', 'same', 'rejected'] as const

/** The numbers of contacts and rows of an import. */
export function ImportCounts({ counts, isStale }: { counts: Counts; isStale: boolean }) {
  const { t, locale } = useLanguage()
  return (
    <dl
      aria-busy={isStale || undefined}
      className="grid grid-cols-2 overflow-hidden rounded-card border border-line bg-raised sm:grid-cols-4"
    >
      {names.map((name, index) => (
        <div
          key={name}
          className={`border-line px-4.5 py-3 ${index % 2 === 1 ? 'border-l' : ''} ${index > 1 ? 'max-sm:border-t' : ''} ${index === 2 ? 'sm:border-l' : ''}`}
        >
          <dt className="text-small text-ink-soft">{t(`import.${name}`)}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2">
            <span
              className={`text-page font-semibold tabular-nums ${isStale ? 'text-ink-soft' : ''} ${name === 'rejected' && counts.rejected > 0 ? 'text-danger' : ''}`}
            >
              {formatCount(counts[name], locale)}
            </span>
            <span className="text-small text-ink-soft">{t(`import.${name}-hint`)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
