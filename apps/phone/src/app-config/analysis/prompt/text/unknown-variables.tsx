import { Button, Icon } from '@parley/ui'
import { CircleAlert } from 'lucide-react'
import { useLanguage } from '../../../../i18n/language.tsx'
import type { UnknownVariable } from './split-text.ts'

const maxListed = 5
const maxNameLength = 60

/** Describes the text area while a variable does not exist. */
export const unknownVariablesId = 'prompt-unknown-variables'

interface UnknownVariablesProps {
  unknown: readonly UnknownVariable[]
  onSelect: (variable: UnknownVariable) => void
}

/** Lists the variables of a prompt that do not exist, with their lines, while the prompt is typed. */
export function UnknownVariables({ unknown, onSelect }: UnknownVariablesProps) {
  const { t, plural } = useLanguage()
  return (
    <div
      id={unknownVariablesId}
      aria-live="polite"
      className="grid gap-1 text-small text-danger empty:hidden"
    >
      {unknown.slice(0, maxListed).map((variable) => {
        const { name, line, start } = variable
        const braced = `{{${name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name}}}`
        return (
          <p key={start} className="flex items-start gap-1.5">
            <Icon icon={CircleAlert} size="small" className="mt-0.5" />
            <span className="min-w-0 wrap-anywhere">{t('prompt.unknown', { line, name: braced })}</span>
            <Button
              size="small"
              variant="quiet"
              className="-my-1.5"
              aria-label={t('prompt.show-unknown', { line, name: braced })}
              onClick={() => onSelect(variable)}
            >
              {t('prompt.show')}
            </Button>
          </p>
        )
      })}
      {unknown.length > maxListed && <p>{plural('prompt.more-unknown', unknown.length - maxListed)}</p>}
    </div>
  )
}
