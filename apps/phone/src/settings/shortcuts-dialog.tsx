import { useStore } from '@parley/kit-react'
import { createStore } from '@parley/primitives'
import { Button, Dialog, Kbd } from '@parley/ui'
import { hasCommandKey } from '../command-palette/palette-store.ts'
import type { Messages } from '../i18n/index.ts'
import { useLanguage } from '../i18n/language.tsx'
import { shortcutsSetting } from './shortcuts-setting.ts'

/** Whether the shortcut list is open. */
export const shortcutsDialog = createStore<'closed' | 'open'>('closed')

type PlainKey = Extract<keyof Messages, `shortcuts.${string}` | `live.${string}`>

/** All shortcuts with their actions. Keys with localized names are message keys. */
const groups = [
  {
    title: 'shortcuts.anywhere',
    shortcuts: [
      { keys: ['shortcuts.key-ctrl', 'K'], does: 'shortcuts.palette' },
      { keys: ['0–9', '+'], does: 'shortcuts.dial' },
      { keys: ['/'], does: 'shortcuts.search' },
      { keys: ['↓', '↑'], does: 'shortcuts.move' },
      { keys: ['?'], does: 'shortcuts.list' },
    ],
  },
  {
    title: 'shortcuts.ringing',
    shortcuts: [
      { keys: ['A'], does: 'live.answer' },
      { keys: ['D'], does: 'live.decline' },
      { keys: ['V'], does: 'live.voicemail' },
    ],
  },
  {
    title: 'shortcuts.in-call',
    shortcuts: [
      { keys: ['M'], does: 'shortcuts.mute' },
      { keys: ['H'], does: 'shortcuts.hold' },
      { keys: ['X'], does: 'live.hang-up' },
      { keys: ['K'], does: 'shortcuts.keypad' },
      { keys: ['T'], does: 'shortcuts.transfer' },
      { keys: ['R'], does: 'shortcuts.record' },
      { keys: ['P'], does: 'shortcuts.pause-recording' },
      { keys: ['0–9', '*', '#'], does: 'shortcuts.send' },
    ],
  },
  {
    title: 'shortcuts.dial-pad',
    shortcuts: [
      { keys: ['shortcuts.key-enter'], does: 'shortcuts.call' },
      { keys: ['shortcuts.key-escape'], does: 'shortcuts.clear' },
    ],
  },
  {
    title: 'shortcuts.recording',
    shortcuts: [
      { keys: ['K', 'shortcuts.key-space'], does: 'shortcuts.play' },
      { keys: ['J'], does: 'shortcuts.back' },
      { keys: ['L'], does: 'shortcuts.forward' },
    ],
  },
] as const satisfies readonly {
  title: PlainKey
  shortcuts: readonly { keys: readonly string[]; does: PlainKey }[]
}[]

/** The list of shortcuts. Opened by `?` and from the account menu. */
export function ShortcutsDialog() {
  const { t } = useLanguage()
  const isOpen = useStore(shortcutsDialog) === 'open'
  const keyName = (key: string) => {
    if (key === 'shortcuts.key-ctrl' && hasCommandKey()) return '⌘'
    return isNamed(key) ? t(key) : key
  }
  const areOn = useStore(shortcutsSetting) === 'on'

  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => shortcutsDialog.set('closed')}
      title={t('shortcuts.title')}
      description={t(areOn ? 'shortcuts.single' : 'shortcuts.are-off')}
    >
      {groups.map(({ title, shortcuts }) => (
        <section key={title} aria-label={t(title)} className="grid gap-1">
          <h3 className="text-small font-semibold text-ink-soft">{t(title)}</h3>
          <dl className="grid gap-1">
            {shortcuts.map(({ keys, does }) => (
              <div key={does} className="flex min-h-6 items-center justify-between gap-4 text-small">
                <dt>{t(does)}</dt>
                <dd className="flex shrink-0 gap-1">
                  {keys.map((key) => (
                    <Kbd key={key}>{keyName(key)}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Button className="justify-self-end" onClick={() => shortcutsDialog.set('closed')}>
        {t('common.close')}
      </Button>
    </Dialog>
  )
}

type NamedKey = Extract<keyof Messages, `shortcuts.key-${string}`>

function isNamed(key: string): key is NamedKey {
  return key.startsWith('shortcuts.key-')
}
