import type { FormErrors } from '@parley/ui'
import { useParseNumber } from '../../../dial/numbers/use-parse-number.ts'
import { useLanguage } from '../../../i18n/language.tsx'
import type { Target } from '../use-routing.ts'

/** Targets by the name of their control. */
type Targets<Name extends string> = Readonly<Record<Name, Target>>

/** Returns a function that turns the numbers of targets into E.164, with an error for each one that may not be called. */
export function useParseTargets() {
  const { t } = useLanguage()
  const parseNumber = useParseNumber()
  return async <Name extends string>(
    typed: Targets<Name>,
  ): Promise<{ targets: Targets<Name>; errors: FormErrors }> => {
    const targets: Record<Name, Target> = { ...typed }
    const errors: Record<string, string> = {}
    for (const name of Object.keys(typed) as Name[]) {
      const target = typed[name]
      if (target.kind !== 'number') continue
      if (target.number.trim() === '') {
        errors[name] = t('routing.number-missing')
        continue
      }
      const checked = await parseNumber(target.number)
      if ('problem' in checked) errors[name] = checked.problem
      else targets[name] = { kind: 'number', number: checked.number }
    }
    return { targets, errors }
  }
}
