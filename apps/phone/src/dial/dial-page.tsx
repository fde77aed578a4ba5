import { Field, Select } from '@parley/ui'
import type { ReactNode } from 'react'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { PageAccount } from '../shell/account/page-account.tsx'
import { ConnectionStatus } from '../shell/connection-status.tsx'
import { explainRefusal } from '../shell/errors/explain-error.ts'
import { useArrowKeys } from '../shell/hooks/use-arrow-keys.ts'
import { useMediaQuery } from '../shell/hooks/use-media-query.ts'
import { OwnNumber } from '../shell/own-number.tsx'
import { DialPad } from './dial-pad.tsx'
import { DialSuggestions } from './dial-suggestions.tsx'
import { NumberInfo } from './number-info.tsx'
import { formatNumber } from './numbers/format-number.ts'
import { type DialTarget, useDialTarget } from './use-dial-target.ts'
import { useDialling } from './use-dialling.ts'
import { isShortNumber } from './use-place-call.ts'

/** The dial pad. */
export function DialPage() {
  const { t } = useLanguage()
  const target = useDialTarget()
  useArrowKeys()
  const isWide = useMediaQuery('(min-width: 640px)')
  // Below the keys, they would be off the screen of a phone.
  const areAboveKeys = !isWide && target.matches.isName
  const suggestions = (
    <DialSuggestions
      matches={target.matches}
      recent={areAboveKeys ? [] : target.recent}
      onCall={(number, title) => void target.call(number, title)}
    />
  )

  return (
    <div className="@container" data-arrow-keys>
      <div className="grid grid-cols-[minmax(0,24rem)] justify-center-safe gap-x-16 gap-y-6 px-8 pt-8 pb-8 max-sm:grid-cols-[minmax(0,1fr)] max-sm:p-4 @[48rem]:grid-cols-[22.5rem_minmax(0,27rem)]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3.5">
          <header className="flex min-h-10 items-center gap-4">
            <div className="min-w-0 flex-1">
              <h1>{t('dial.title')}</h1>
              <OwnNumber />
            </div>
            <ConnectionStatus />
            <PageAccount />
          </header>
          <DialPadForTarget target={target} suggestions={areAboveKeys && suggestions} />
        </div>
        {!areAboveKeys && suggestions}
      </div>
    </div>
  )
}

function DialPadForTarget({ target, suggestions }: { target: DialTarget; suggestions: ReactNode }) {
  const language = useLanguage()
  const { me, tones } = usePhone()
  const dialling = useDialling()
  const { input, check, calleeName, matches, isSettled } = target
  const { refusal = null } = check.current ?? {}
  const lastCall = target.recent.find(({ direction, number }) => direction === 'outgoing' && number !== null)

  return (
    <DialPad
      value={input}
      onChange={target.change}
      onCall={(number) => void target.call(number, calleeName)}
      onKey={(digit) => tones.key(digit)}
      lastNumber={lastCall?.number ?? null}
      homeCountry={me.homeCountry}
      callLabel={dialling.buttonLabel(calleeName)}
      hasNoMatch={matches.hasNoMatch && isSettled}
      firstMatch={isSettled ? matches.first : null}
      unavailableReason={
        check.current?.isIncomplete
          ? language.t('dial.incomplete')
          : isShortNumber(input)
            ? null
            : dialling.disabledReason
      }
      blockedReason={
        check.current && refusal && refusal.code !== 'EMERGENCY_NUMBER' && !check.current.isIncomplete
          ? refusal.code === 'NO_TRUNK'
            ? language.t('dial.no-trunk')
            : explainRefusal(refusal, check.current, language)
          : null
      }
      facts={
        check.latest && (
          <NumberInfo
            check={check.latest}
            isCurrent={check.current !== undefined}
            lacksTrunk={target.lacksTrunk}
            error={check.error}
          />
        )
      }
      suggestions={suggestions}
      callFrom={me.numbers.length > 1 && <CallerIdSelect from={target.from} onChange={target.selectFrom} />}
    />
  )
}

function CallerIdSelect({ from, onChange }: { from: string; onChange: (from: string) => void }) {
  const { t } = useLanguage()
  const { me } = usePhone()
  return (
    <Field label={t('dial.call-from')}>
      <Select
        value={from}
        onChange={onChange}
        options={me.numbers.map((own) => ({
          value: own.number,
          label: [own.label ?? own.trunkName, formatNumber(own.number)].filter(Boolean).join(' '),
        }))}
      />
    </Field>
  )
}
