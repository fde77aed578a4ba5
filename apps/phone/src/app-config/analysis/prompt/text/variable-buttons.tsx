import { analysisPrompts } from '@parley/contract/phone'
import { buttonStyles, Tooltip } from '@parley/ui'
import { useId } from 'react'
import { useLanguage } from '../../../../i18n/language.tsx'

interface VariableButtonsProps {
  onInsert: (variable: analysisPrompts.PromptVariable) => void
}

/** The variables of a prompt: each button inserts one at the cursor. */
export function VariableButtons({ onInsert }: VariableButtonsProps) {
  const { t } = useLanguage()
  const headingId = useId()
  return (
    <div className="grid gap-1.5">
      <p id={headingId} className="text-small font-medium">
        {t('prompt.variables')}
      </p>
      <ul aria-labelledby={headingId} className="flex flex-wrap gap-1.5">
        {analysisPrompts.promptVariables.map((variable) => (
          <li key={variable}>
            <Tooltip text={t(`prompt.variable-${variable}`)}>
              <button
                type="button"
                aria-label={t('prompt.insert', {
                  name: `{{${variable}}}`,
                  meaning: t(`prompt.variable-${variable}`),
                })}
                className={buttonStyles({ size: 'small', className: 'font-mono' })}
                onClick={() => onInsert(variable)}
              >
                {`{{${variable}}}`}
              </button>
            </Tooltip>
          </li>
        ))}
      </ul>
      <p className="text-small text-ink-soft">{t('prompt.variables-hint')}</p>
    </div>
  )
}
