import { useStore, useUser } from '@parley/kit-react'
import { Avatar, Icon, Menu, MenuItem, MenuRadioGroup, MenuSeparator, useToast } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import {
  Bell,
  BellOff,
  Copy,
  Keyboard,
  KeyboardOff,
  LogOut,
  Plus,
  Settings2,
  SlidersHorizontal,
} from 'lucide-react'
import { useState } from 'react'
import { accountQueries } from '../../api/account-queries.ts'
import { useCopy } from '../../contacts/use-copy.ts'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { localeNames, locales } from '../../i18n/index.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { isUndisturbed } from '../../settings/calls/do-not-disturb.ts'
import { shortcutsDialog } from '../../settings/shortcuts-dialog.tsx'
import { shortcutsSetting } from '../../settings/shortcuts-setting.ts'
import { useSaveSettings } from '../../settings/use-save-settings.ts'
import { useExplainError } from '../errors/explain-error.ts'
import { CreateWorkspace } from './create-workspace.tsx'
import { useAccountSettings } from './use-account-settings.ts'

/** The menu of the signed-in user: name and personal number, workspace, language, shortcuts and sign-out. */
export function AccountMenu() {
  const { t } = useLanguage()
  const { app } = useRouteContext({ from: '__root__' })
  const { me } = usePhone()
  const navigate = useNavigate()
  const [isCreating, setIsCreating] = useState(false)
  const canCreate = useQuery(accountQueries(app).canCreateWorkspaces()).data ?? false
  const doNotDisturb = useDoNotDisturb()
  const name = me.user.displayName ?? me.user.primaryEmail ?? t('account.you')

  return (
    <>
      <Menu
        side="top"
        align="start"
        trigger={
          <button
            type="button"
            aria-label={[t('account.menu', { name }), doNotDisturb.isOn && t('disturb.title')]
              .filter(Boolean)
              .join(', ')}
            className="relative rounded-full"
          >
            <Avatar name={name} />
            {doNotDisturb.isOn && <DoNotDisturbMark />}
          </button>
        }
      >
        <UserFacts name={name} />
        <OwnNumbers />
        <MenuSeparator />
        {me.workspaces.length > 1 && <WorkspaceChoice />}
        {canCreate && (
          <MenuItem icon={Plus} onSelect={() => setIsCreating(true)}>
            {t('account.create-workspace')}
          </MenuItem>
        )}
        {(me.workspaces.length > 1 || canCreate) && <MenuSeparator />}
        <LanguageChoice />
        <MenuSeparator />
        <MenuItem icon={doNotDisturb.isOn ? Bell : BellOff} onSelect={doNotDisturb.toggle}>
          {t(doNotDisturb.isOn ? 'account.disturb-off' : 'account.disturb-on')}
        </MenuItem>
        <ShortcutItems />
        <MenuItem icon={SlidersHorizontal} onSelect={() => void navigate({ to: '/settings' })}>
          {t('settings.title')}
        </MenuItem>
        <SettingsItem />
        <MenuItem icon={LogOut} onSelect={() => void app.redirectToSignOut()}>
          {t('account.sign-out')}
        </MenuItem>
      </Menu>
      {isCreating && <CreateWorkspace onClose={() => setIsCreating(false)} />}
    </>
  )
}

function DoNotDisturbMark() {
  return (
    <span className="absolute -right-1 -bottom-1 grid size-5 place-items-center rounded-full border border-line bg-raised text-danger">
      <Icon icon={BellOff} size="small" />
    </span>
  )
}

function UserFacts({ name }: { name: string }) {
  const { me } = usePhone()
  return (
    <div className="px-2.5 py-2 text-small">
      <p className="font-semibold">{name}</p>
      {me.user.primaryEmail !== name && <p className="text-ink-soft">{me.user.primaryEmail}</p>}
    </div>
  )
}

/** The personal numbers of the user. Each is copied when it is selected. */
function OwnNumbers() {
  const { t } = useLanguage()
  const { me } = usePhone()
  const copy = useCopy()
  return me.numbers
    .filter(({ ringsFor }) => ringsFor === 'me')
    .map(({ number }) => (
      <MenuItem
        key={number}
        icon={Copy}
        label={t('contacts.copy', { what: formatNumber(number) })}
        onSelect={() => void copy(number)}
      >
        <span className="tabular-nums">{formatNumber(number)}</span>
      </MenuItem>
    ))
}

function WorkspaceChoice() {
  const { t } = useLanguage()
  const { me } = usePhone()
  const user = useUser({ or: 'redirect' })
  const changeWorkspace = async (id: string) => {
    const team = (await user.listTeams()).find((each) => each.id === id)
    if (!team) return
    await user.setSelectedTeam(team)
    location.reload()
  }
  return (
    <MenuRadioGroup
      label={t('account.workspace')}
      choices={me.workspaces.map(({ id, displayName }) => ({ value: id, label: displayName }))}
      value={me.workspace.id}
      onChange={(id) => void changeWorkspace(id)}
    />
  )
}

function LanguageChoice() {
  const { t, locale, select } = useLanguage()
  return (
    <MenuRadioGroup
      label={t('account.language')}
      choices={locales.map((value) => ({ value, label: localeNames[value] }))}
      value={locale}
      onChange={(value) => select?.(value)}
    />
  )
}

function SettingsItem() {
  const { t } = useLanguage()
  const open = useAccountSettings()
  return (
    <MenuItem icon={Settings2} onSelect={open}>
      {t('account.settings')}
    </MenuItem>
  )
}

/** Whether calls ring for the user. In the menu itself, the request would end with it. */
function useDoNotDisturb() {
  const { queries } = usePhone()
  const { data } = useQuery(queries.settings())
  const save = useSaveSettings()
  const explain = useExplainError()
  const show = useToast()
  const isOn = data !== undefined && isUndisturbed(data)
  const toggle = () =>
    save.mutate(
      { doNotDisturb: isOn ? 'off' : 'on', doNotDisturbUntil: null },
      { onError: (error) => show({ text: explain(error).sentence, tone: 'danger' }) },
    )
  return { isOn, toggle }
}

function ShortcutItems() {
  const { t } = useLanguage()
  const shortcuts = useStore(shortcutsSetting)
  return (
    <>
      <MenuItem icon={Keyboard} onSelect={() => shortcutsDialog.set('open')}>
        {t('shortcuts.title')}
      </MenuItem>
      <MenuItem
        icon={shortcuts === 'on' ? KeyboardOff : Keyboard}
        onSelect={() => shortcutsSetting.set(shortcuts === 'on' ? 'off' : 'on')}
      >
        {t(shortcuts === 'on' ? 'account.shortcuts-off' : 'account.shortcuts-on')}
      </MenuItem>
    </>
  )
}
