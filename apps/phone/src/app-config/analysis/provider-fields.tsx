import type { modelProviders } from '@parley/contract/phone'
import { Field, Input, SecretInput, Select, type UseFormResult } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'
import type { ProviderDraft } from './provider-draft.ts'

interface ProviderFieldsProps {
  purpose: modelProviders.ProviderPurpose
  form: UseFormResult
  draft: ProviderDraft
  provider: modelProviders.ModelProvider | null
  onChange: (parts: Partial<ProviderDraft>) => void
}

/** The languages that common models of transcription know, as ISO 639-1. */
const spokenLanguages =
  'af ar be bg bs ca cs cy da de el en es et fa fi fr gl he hi hr hu hy id is it ja kk kn ko lt lv mi mk mr ms ne nl no pl pt ro ru sk sl sr sv sw ta th tl tr uk ur vi zh'.split(
    ' ',
  )

const paths = { transcription: '/audio/transcriptions', analysis: '/chat/completions' } as const

/** Address, key, model and language of a provider. */
export function ProviderFields({ purpose, form, draft, provider, onChange }: ProviderFieldsProps) {
  const { t } = useLanguage()
  const storedKey = provider?.hasApiKey
    ? provider.apiKeyLastFour
      ? t('provider.key-ends', { ending: provider.apiKeyLastFour })
      : t('provider.key-set')
    : null

  return (
    <>
      <Field
        label={t('provider.base-url')}
        hint={t('provider.base-url-hint', { path: paths[purpose] })}
        error={form.getError('baseUrl')}
      >
        <Input
          name="baseUrl"
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={500}
          spellCheck={false}
          value={draft.baseUrl}
          onChange={({ target }) => onChange({ baseUrl: target.value })}
        />
      </Field>
      <Field label={t('provider.key')} hint={t('provider.key-hint')} error={form.getError('apiKey')}>
        <SecretInput
          key={storedKey ?? ''}
          name="apiKey"
          storedHint={storedKey}
          replaceLabel={t('provider.key-replace')}
          retainLabel={t('provider.key-retain')}
          maxLength={500}
          value={draft.apiKey ?? ''}
          onChange={(apiKey) => onChange({ apiKey })}
        />
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
        <Field label={t('provider.model')} error={form.getError('model')}>
          <Input
            name="model"
            autoComplete="off"
            autoCapitalize="off"
            maxLength={200}
            spellCheck={false}
            value={draft.model}
            onChange={({ target }) => onChange({ model: target.value })}
          />
        </Field>
        {purpose === 'transcription' && (
          <LanguageField value={draft.language} onChange={(language) => onChange({ language })} />
        )}
      </div>
    </>
  )
}

function LanguageField({ value, onChange }: { value: string; onChange: (language: string) => void }) {
  const { t, locale } = useLanguage()
  const names = new Intl.DisplayNames([locale], { type: 'language' })
  const known =
    spokenLanguages.includes(value) || value === '' ? spokenLanguages : [value, ...spokenLanguages]
  const options = known
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
  return (
    <Field label={t('provider.language')}>
      <Select
        value={value}
        onChange={onChange}
        options={[{ value: '', label: t('provider.language-auto') }, ...options]}
      />
    </Field>
  )
}
