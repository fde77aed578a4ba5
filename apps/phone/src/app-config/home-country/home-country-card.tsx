import { unwrap } from '@parley/client'
import { Button, Card, Field, formatCountry, Select, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getCountries } from 'libphonenumber-js'
import { useMemo, useState } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { proposeCountry } from './propose-country.ts'

/** The home country, proposed from the browser until an administrator has chosen one. */
export function HomeCountryCard() {
  const { t, locale } = useLanguage()
  const { me } = usePhone()
  const [country, setCountry] = useState<string>(() =>
    me.isHomeCountryChosen ? me.homeCountry : (detectCountry() ?? me.homeCountry),
  )
  const countries = useMemo(() => {
    const { compare } = new Intl.Collator(locale)
    return getCountries()
      .map((value) => ({ value: value as string, label: formatCountry(value, locale) }))
      .sort((one, other) => compare(one.label, other.label))
  }, [locale])
  const choose = useChooseHomeCountry()
  const isChanged = !me.isHomeCountryChosen || country !== me.homeCountry

  return (
    <Card id="home-country" title={t('home.title')}>
      <div className="grid gap-4">
        <Field label={t('home.label')} hint={t(me.isHomeCountryChosen ? 'home.hint' : 'home.proposed')}>
          {/* Remounts when the sort order changes. */}
          <Select key={locale} value={country} onChange={setCountry} options={countries} />
        </Field>
        {choose.error && <ErrorAlert error={choose.error} onTryAgain={() => choose.mutate(country)} />}
        {isChanged && (
          <div>
            <Button
              variant={me.isHomeCountryChosen ? 'plain' : 'primary'}
              state={choose.isPending ? 'busy' : 'idle'}
              onClick={() => choose.mutate(country)}
            >
              {t('home.choose', { country: formatCountry(country, locale) })}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function useChooseHomeCountry() {
  const { t } = useLanguage()
  const { api, refetchMe, queries } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: (country: string) => api('PUT /limits/home-country', { body: { country } }).then(unwrap),
    onSuccess: () => {
      refetchMe()
      void queryClient.invalidateQueries({ queryKey: queries.limits().queryKey })
      void queryClient.invalidateQueries({ queryKey: queryKeys.numberChecks.all })
      show({ text: t('home.chosen') })
    },
  })
}

function detectCountry(): string | null {
  return proposeCountry(new Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.languages)
}
