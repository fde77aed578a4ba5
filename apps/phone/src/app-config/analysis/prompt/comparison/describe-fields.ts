import type { Language } from '../../../../i18n/language.tsx'
import type { SavedContent } from '../prompt-content.ts'

/** Returns output fields as text with one property per line, so that two versions can be compared. */
export function describeFields(fields: SavedContent['outputFields'], { t }: Pick<Language, 't'>): string {
  return fields
    .map(({ key, label, type, description, choices }) =>
      [
        `${label} (${key}), ${t(`prompt.type-${type}`)}`,
        description,
        choices.length > 0 && t('prompt.choices-listed', { choices: choices.join(', ') }),
      ]
        .filter(Boolean)
        .join('\n'),
    )
    .join('\n\n')
}
