import { useLanguage } from '../../../i18n/language.tsx'
import { useDescribeTarget } from '../describe-target.ts'
import type { PartNames, Target } from '../use-routing.ts'

/** Returns a sentence about the target to which a menu has led the caller of a test. */
export function useDescribeEnd(names: PartNames): (target: Target) => string {
  const { t } = useLanguage()
  const describe = useDescribeTarget(names)
  return (target) => {
    const described = describe(target)
    switch (target.kind) {
      case 'queue':
        return t('routing.would-wait', { target: described })
      case 'number':
        return t('routing.would-dial', { target: described })
      case 'voicemail':
        return t('routing.would-answer', { target: described })
      case 'hang-up':
        return t('routing.would-end')
      case 'group': {
        const group = names.configuration.groups.find(({ id }) => id === target.groupId)
        return group
          ? t(`routing.would-ring-${group.strategy}`, { target: described })
          : t('routing.would-ring', { target: described })
      }
      default:
        return t('routing.would-ring', { target: described })
    }
  }
}
