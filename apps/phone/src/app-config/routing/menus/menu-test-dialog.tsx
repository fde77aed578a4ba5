import { Button, Callout, DialKey, Dialog, dialKeys } from '@parley/ui'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { useDescribeTarget } from '../describe-target.ts'
import type { Menu, PartNames } from '../use-routing.ts'
import { useDescribeEnd } from './describe-end.ts'
import { Key } from './menu-keys.tsx'
import { type TestEvent, useMenuTest } from './use-menu-test.ts'

interface MenuTestDialogProps extends PartNames {
  menu: Menu
  onClose: () => void
}

/** A simulated call to a menu, with the keys of a telephone, and the list of what has happened: the last first. */
export function MenuTestDialog({ menu, configuration, members, onClose }: MenuTestDialogProps) {
  const { t } = useLanguage()
  const [round, setRound] = useState(1)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('routing.test-named', { name: menu.name })}
      description={t('routing.test-sentence')}
    >
      <MenuTest key={round} menu={menu} configuration={configuration} members={members} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button icon={RotateCcw} onClick={() => setRound(round + 1)}>
          {t('routing.test-again')}
        </Button>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Dialog>
  )
}

function MenuTest({ menu, ...names }: Omit<MenuTestDialogProps, 'onClose'>) {
  const { t } = useLanguage()
  const { events, press } = useMenuTest(names.configuration.menus, menu.id)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <fieldset aria-label={t('live.keypad')} className="grid grid-cols-3 gap-2">
        {dialKeys.map(({ digit, letters }) => (
          <DialKey key={digit} digit={digit} letters={letters} onPress={press} />
        ))}
      </fieldset>
      <ol
        reversed
        aria-live="polite"
        aria-label={t('routing.test-events')}
        className="grid gap-1.5 text-small"
      >
        {events
          .map((event, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: events are only added at the end.
            <li key={index}>
              <Event {...names} event={event} />
            </li>
          ))
          .toReversed()}
      </ol>
    </div>
  )
}

interface EventProps extends PartNames {
  event: TestEvent
}

function Event({ event, ...names }: EventProps) {
  const { t } = useLanguage()
  const describe = useDescribeTarget(names)
  const describeEnd = useDescribeEnd(names)
  switch (event.type) {
    case 'announcement':
      return t('routing.test-announcement', { name: describe({ kind: 'menu', menuId: event.menuId }) })
    case 'invalid':
      return t('routing.test-invalid')
    case 'waiting':
      return t('routing.test-waiting')
    case 'not-played':
      return <Callout tone="warning">{t('routing.test-not-played')}</Callout>
    case 'key':
      return (
        <span className="flex items-center gap-1.5">
          {t('routing.key')} <Key>{event.key}</Key>
        </span>
      )
    case 'leaves':
      return (
        <Callout tone="positive" title={describeEnd(event.target)}>
          {event.key === null ? t('routing.test-no-key') : t('routing.test-no-ring')}
        </Callout>
      )
  }
}
