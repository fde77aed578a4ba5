import { routing } from '@parley/contract/phone'
import { IconButton } from '@parley/ui'
import { PhoneIncoming } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { withoutMenu } from '../change-configuration.ts'
import { PartsCard } from '../parts-card.tsx'
import type { Menu, PartNames } from '../use-routing.ts'
import { MenuDialog } from './menu-dialog.tsx'
import { MenuKeys } from './menu-keys.tsx'
import { MenuTestDialog } from './menu-test-dialog.tsx'

/** The menus of the workspace, which can be tested. */
export function MenusCard(names: PartNames) {
  const { t } = useLanguage()
  const [tested, setTested] = useState<Menu | null>(null)
  const { menus } = names.configuration
  return (
    <>
      <PartsCard
        title={t('routing.menus')}
        parts={menus}
        configuration={names.configuration}
        addLabel={t('routing.add-menu')}
        canAdd={menus.length < routing.maxMenus}
        none={t('routing.no-menus')}
        remove={withoutMenu}
        renderActions={(menu) => (
          <IconButton
            icon={PhoneIncoming}
            size="small"
            label={t('routing.test-named', { name: menu.name })}
            onClick={() => setTested(menu)}
          />
        )}
        renderSummary={(menu) => <MenuKeys {...names} menu={menu} />}
        renderDialog={(menu, onClose) => <MenuDialog {...names} menu={menu} onClose={onClose} />}
      />
      {tested && <MenuTestDialog {...names} menu={tested} onClose={() => setTested(null)} />}
    </>
  )
}
