import { type ApiKeyScope, apiKeyScopes } from '@parley/contract/phone/api-key-scopes'
import { Checkbox } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'

interface ScopeFieldsProps {
  value: ReadonlySet<ApiKeyScope>
  onChange: (value: ReadonlySet<ApiKeyScope>) => void
}

/** The rights of a key. */
export function ScopeFields({ value, onChange }: ScopeFieldsProps) {
  const { t } = useLanguage()
  const toggle = (scope: ApiKeyScope, isChosen: boolean) =>
    onChange(new Set(apiKeyScopes.filter((each) => (each === scope ? isChosen : value.has(each)))))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{t('api-keys.scopes')}</legend>
      {apiKeyScopes.map((scope) => (
        <Checkbox
          key={scope}
          label={t(`api-keys.scope.${scope}`)}
          hint={<code className="font-mono text-label">{scope}</code>}
          checked={value.has(scope)}
          onChange={(isChosen) => toggle(scope, isChosen)}
        />
      ))}
    </fieldset>
  )
}
