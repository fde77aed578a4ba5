import type { CurrentUser, NotificationCategory } from '@parley/kit'
import { Card, EmptyState, Switch } from '@parley/ui'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { SettingList } from '../shared/setting-row.tsx'
import { type SettingsTranslate, useSettingsTexts } from '../shared/settings-texts.ts'
import { useChange } from '../shared/use-change.ts'

/** The kinds of e-mails that the user can turn off. */
export function NotificationsBlock({ user }: { user: CurrentUser }) {
  const { t } = useSettingsTexts()
  const categories = user.useNotificationCategories()
  if (categories.length === 0) return <EmptyState>{t('notifications.none')}</EmptyState>
  return (
    <Card padding="none">
      <SettingList label={t('notifications.title')}>
        {categories.map((category) => (
          <CategoryRow key={category.id} category={category} />
        ))}
      </SettingList>
    </Card>
  )
}

/**
 * Returns the name of a category that every project has in the language of the page, and other names as they
 * are.
 */
function translateName(name: string, t: SettingsTranslate): string {
  if (name === 'Transactional') return t('notifications.transactional')
  if (name === 'Marketing') return t('notifications.marketing')
  return name
}

function CategoryRow({ category }: { category: NotificationCategory }) {
  const { t } = useSettingsTexts()
  const change = useChange()
  return (
    <li className="px-4.5 py-3">
      <Switch
        label={translateName(category.name, t)}
        hint={!category.canDisable && t('notifications.always')}
        isOn={category.enabled}
        disabled={!category.canDisable}
        state={change.isBusy ? 'saving' : 'idle'}
        onChange={(enabled) => change.run(() => category.setEnabled(enabled))}
      />
      <AttemptCallout failed={change.failed} />
    </li>
  )
}
