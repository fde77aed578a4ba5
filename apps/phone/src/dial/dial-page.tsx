import { Field, Select } from '@parley/ui'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { PhoneApiError } from '../api/errors.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { PageAccount } from '../shell/account-menu.tsx'
import { ConnectionStatus } from '../shell/connection-status.tsx'
import { useExplainError } from '../shell/errors/explain-error.ts'
import { DialPad } from './dial-pad.tsx'
import { DialSuggestions } from './dial-suggestions.tsx'
import { NumberInfo } from './number-info.tsx'
import { formatNumber, formatWhileTyping, isCallable } from './numbers/format-number.ts'
import { readCallerId, storeCallerId } from './remembered-caller-id.ts'
import { useDialing } from './use-dialing.ts'
import { useMatches } from './use-matches.ts'

const maxShortNumberDigits = 4

/** The dial pad. */
export function DialPage() {
  const { t } = useLanguage()
  const { me, queries, callManager, tones } = usePhone()
  const dialing = useDialing()
  const explain = useExplainError()
  const queryClient = useQueryClient()
  const navigate = useNavigate({ from: '/dial' })
  const { to = '' } = useSearch({ from: '/application/dial' })
  const [typed, setTyped] = useState(() => formatWhileTyping(to, me.homeCountry))
  const [selectedFrom, setSelectedFrom] = useState<string | null>(null)

  const deferredInput = useDeferredValue(typed.trim())
  const matches = useMatches(deferredInput)
  const canCheck = isCallable(deferredInput) && deferredInput.replace(/\D/g, '').length >= 3
  const check = useQuery({
    ...queries.numberCheck(deferredInput, selectedFrom ?? undefined),
    enabled: canCheck,
    placeholderData: (before) => (canCheck ? before : undefined),
  })
  // While a new check runs, the country stays visible, but the verdict of the previous input is ignored.
  const latest = canCheck ? check.data : undefined
  const currentCheck = check.isPlaceholderData || deferredInput !== typed.trim() ? undefined : latest
  const recent = useInfiniteQuery(queries.calls({ filter: 'all', search: '' }))
  const lastCall = recent.data?.pages[0]?.items.find(
    ({ direction, number }) => direction === 'outgoing' && number !== null,
  )

  // Numbers of the simulated network are reached through it, whatever caller ID the country normally uses.
  const remembered = currentCheck && !currentCheck.service ? readCallerId(currentCheck, me.numbers) : null
  const from = selectedFrom ?? remembered ?? currentCheck?.from ?? me.numbers[0]?.number ?? ''
  const calleeName =
    currentCheck?.contact?.name ?? (currentCheck?.service ? t(`directory.${currentCheck.service}`) : null)
  const refusal = currentCheck?.refusal ?? null
  const isEmergency = refusal?.code === 'EMERGENCY_NUMBER'

  const change = (next: string) => {
    setTyped(next)
    if (to !== '') void navigate({ search: {}, replace: true })
  }
  const call = async (number: string, title?: string | null) => {
    // Short numbers may be emergency numbers, and the user must learn immediately that Parley cannot call them.
    if (isShortNumber(number)) {
      const check = await queryClient.fetchQuery(queries.numberCheck(number, undefined)).catch(() => null)
      if (check?.refusal?.code === 'EMERGENCY_NUMBER') {
        const refusal = new PhoneApiError('EMERGENCY_NUMBER', { typed: number })
        return callManager.showProblem({ kind: 'refused', refusal, dialedNumber: null })
      }
    }
    // The service selects the caller ID unless the user chose one or one is remembered for this number.
    const isDeferredInput = number.trim() === deferredInput && !check.isPlaceholderData
    const requestedFrom = selectedFrom ?? (isDeferredInput ? remembered : null)
    if (currentCheck && isDeferredInput && selectedFrom) storeCallerId(currentCheck, selectedFrom)
    dialing.dial({ to: number, from: requestedFrom ?? undefined, title: title ?? undefined })
    if (dialing.disabledReason) return
    setTyped('')
    // Call shortcuts, including digits, work only while no text field is focused.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }

  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,24rem)] justify-center-safe gap-x-16 gap-y-6 px-8 pt-8 pb-8 max-sm:grid-cols-[minmax(0,1fr)] max-sm:p-4 @[48rem]:grid-cols-[22.5rem_minmax(0,27rem)]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3.5">
          <header className="flex min-h-10 items-center gap-4">
            <h1 className="flex-1">{t('dial.title')}</h1>
            <ConnectionStatus />
            <PageAccount />
          </header>
          <DialPad
            value={typed}
            onChange={change}
            onCall={(number) => void call(number, calleeName)}
            onKey={(digit) => tones.key(digit)}
            lastNumber={lastCall?.number ?? null}
            homeCountry={me.homeCountry}
            callLabel={dialing.buttonLabel(calleeName)}
            hasNoMatch={matches.hasNoMatch && deferredInput === typed.trim()}
            firstMatch={deferredInput === typed.trim() ? matches.first : null}
            unavailableReason={isShortNumber(typed) ? null : dialing.disabledReason}
            blockedReason={
              refusal && !isEmergency
                ? explain(new PhoneApiError(refusal.code, toErrorDetails(currentCheck) as never)).sentence
                : null
            }
            facts={
              latest && (
                <NumberInfo check={latest} isCurrent={currentCheck !== undefined} error={check.error} />
              )
            }
            callFrom={
              me.numbers.length > 1 && (
                <Field label={t('dial.call-from')}>
                  <Select
                    value={from}
                    onChange={setSelectedFrom}
                    options={me.numbers.map((own) => ({
                      value: own.number,
                      label: own.trunkName
                        ? `${own.trunkName} ${formatNumber(own.number)}`
                        : formatNumber(own.number),
                    }))}
                  />
                </Field>
              )
            }
          />
        </div>
        <DialSuggestions
          matches={matches}
          recent={recent.data?.pages[0]?.items ?? []}
          onCall={(number, title) => void call(number, title)}
        />
      </div>
    </div>
  )
}

function isShortNumber(number: string): boolean {
  return number.replace(/\D/g, '').length <= maxShortNumberDigits
}

/** The placeholder values of an error sentence. */
function toErrorDetails(check: { number: string | null; country: string | null } | undefined) {
  return { number: check?.number, country: check?.country ?? null, allowed: [] }
}
