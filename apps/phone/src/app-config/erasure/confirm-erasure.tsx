import type { erasures } from '@parley/contract/phone'
import { ConfirmDialog, formatDate } from '@parley/ui'
import type { ReactNode } from 'react'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import { erasureKinds } from './erasure-kinds.ts'

interface ConfirmErasureProps {
  preview: erasures.ErasurePreview
  state: 'idle' | 'busy'
  error: Error | null
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before data is erased, with what is deleted and what remains. */
export function ConfirmErasure({ preview, state, error, onCancel, onConfirm }: ConfirmErasureProps) {
  const { t, plural, locale } = useLanguage()
  const explain = useExplainError()
  const { number, name, counts, erasedBeforeAt } = preview
  const kinds = erasureKinds.filter((kind) => counts[kind] > 0)
  return (
    <ConfirmDialog
      isOpen
      title={
        number === null
          ? t('erasure.question-user', { name: name ?? t('members.nameless') })
          : t('erasure.question-number', { number: formatNumber(number) })
      }
      cancelLabel={t('common.cancel')}
      confirmLabel={t('erasure.confirm')}
      state={state}
      error={error && explain(error).sentence}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {t(number === null ? 'erasure.warning-user' : 'erasure.warning-number')}
      {erasedBeforeAt !== null && (
        <Line>{t('erasure.before', { day: formatDate(erasedBeforeAt, { locale }) })}</Line>
      )}
      <Heading>{t(kinds.length === 0 ? 'erasure.nothing' : 'erasure.will-delete')}</Heading>
      {kinds.map((kind) => (
        <Line key={kind}>{plural(`erasure.count-${kind}`, counts[kind])}</Line>
      ))}
      <Conditions preview={preview} />
      <Heading>{t('erasure.remains')}</Heading>
      <Remaining preview={preview} />
    </ConfirmDialog>
  )
}

/** Further consequences of the erasure. */
function Conditions({ preview }: Pick<ConfirmErasureProps, 'preview'>) {
  const { plural } = useLanguage()
  const { number, runningCalls, callsWithOthers, otherNumbers } = preview
  return (
    <>
      {runningCalls > 0 && <Line>{plural('erasure.running-calls', runningCalls)}</Line>}
      {number !== null && callsWithOthers > 0 && (
        <Line>{plural('erasure.calls-with-others', callsWithOthers)}</Line>
      )}
      {otherNumbers > 0 && <Line>{plural('erasure.other-numbers', otherNumbers)}</Line>}
    </>
  )
}

function Remaining({ preview }: Pick<ConfirmErasureProps, 'preview'>) {
  const { t, plural } = useLanguage()
  const { number, remaining } = preview
  const { blockedNumbers, routing, forwardings } = remaining
  return (
    <>
      <Line>{t(number === null ? 'erasure.remains-user' : 'erasure.remains-number')}</Line>
      {blockedNumbers > 0 && <Line>{plural('erasure.remains-blocked', blockedNumbers)}</Line>}
      {routing > 0 && <Line>{t('erasure.remains-routing')}</Line>}
      {forwardings > 0 && <Line>{plural('erasure.remains-forwardings', forwardings)}</Line>}
      <Line>{t('erasure.remains-always')}</Line>
    </>
  )
}

// The dialog announces its content as one description, which is a paragraph.
const Heading = ({ children }: { children: ReactNode }) => (
  <strong className="mt-3 block text-ink">{children}</strong>
)
const Line = ({ children }: { children: ReactNode }) => (
  <span className="mt-1.5 block break-words text-ink">{children}</span>
)
