import { routing } from '@parley/contract/phone'
import { Button, Card, EmptyState, IconButton } from '@parley/ui'
import { PhoneIncoming, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { withoutMenu } from '../change-configuration.ts'
import { DeletePart } from '../delete-part.tsx'
import { PartRow } from '../part-row.tsx'
import type { Configuration, Member, Menu } from '../use-routing.ts'
import { MenuDialog } from './menu-dialog.tsx'
import { MenuKeys } from './menu-keys.tsx'
import { MenuTestDialog } from './menu-test-dialog.tsx'

interface MenusCardProps {
  configuration: Configuration
  members: readonly Member[]
}

/** The menus of the workspace, which can be tested. */
export function MenusCard({ configuration, members }: MenusCardProps) {
  const { t } = useLanguage()
  const [edited, setEdited] = useState<Menu | 'new' | null>(null)
  const [deleted, setDeleted] = useState<Menu | null>(null)
  const [tested, setTested] = useState<Menu | null>(null)
  const names = { configuration, members }
  const { menus } = configuration
  const add = menus.length < routing.maxMenus && (
    <Button size="small" icon={Plus} onClick={() => setEdited('new')}>
      {t('routing.add-menu')}
    </Button>
  )
  return (
    <Card title={t('routing.menus')} padding="none" aside={menus.length > 0 && add}>
      {menus.length === 0 ? (
        <div className="px-4.5">
          <EmptyState action={add}>{t('routing.no-menus')}</EmptyState>
        </div>
      ) : (
        <ul className="[&>li+li]:border-t [&>li+li]:border-line">
          {menus.map((menu) => (
            <PartRow
              key={menu.id}
              name={menu.name}
              onEdit={() => setEdited(menu)}
              onDelete={() => setDeleted(menu)}
              actions={
                <IconButton
                  icon={PhoneIncoming}
                  size="small"
                  label={t('routing.test-named', { name: menu.name })}
                  onClick={() => setTested(menu)}
                />
              }
            >
              <MenuKeys {...names} menu={menu} />
            </PartRow>
          ))}
        </ul>
      )}
      {edited !== null && (
        <MenuDialog {...names} menu={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {tested && <MenuTestDialog {...names} menu={tested} onClose={() => setTested(null)} />}
      {deleted && (
        <DeletePart
          part={deleted}
          configuration={configuration}
          remove={withoutMenu}
          onClose={() => setDeleted(null)}
        />
      )}
    </Card>
  )
}
