import { useStore, useUser } from '@parley/kit-react'
import { Avatar, Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { Keyboard, KeyboardOff, LogOut, Plus, Settings2, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { accountQueries } from '../api/account-queries.ts'
import { formatNumber } from '../dial/numbers/format-number.ts'
import { localeNames, locales } from '../i18n/index.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { shortcutsDialog } from '../settings/shortcuts-dialog.tsx'
import { shortcutsSetting } from '../settings/shortcuts-setting.ts'
import { CreateWorkspace } from './create-workspace.tsx'

/** The account menu in the page header, when there is no navigation rail. */
export function PageAccount() {
  return (
    <div className="sm:hidden">
      <AccountMenu />
    </div>
  )
}

/** The menu of the signed-in user: name and personal number, workspace, language, shortcuts and sign-out. */
export function AccountMenu() {
  const { t, locale, select } = useLanguage()
  const { app } = useRouteContext({ from: '__root__' })
  const { me } = usePhone()
  const navigate = useNavigate()
  const [isCreating, setIsCreating] = useState(false)
  const canCreate = useQuery(accountQueries(app).canCreateWorkspaces()).data ?? false
  const name = me.user.displayName ?? me.user.primaryEmail ?? t('account.you')

  return (
    <>
      <Menu
        side="top"
        align="start"
        trigger={
          <button type="button" aria-label={t('account.menu', { name })} className="rounded-full">
            <Avatar name={name} />
          </button>
        }
      >
        <div className="px-2.5 py-2 text-small">
          <p className="font-semibold">{name}</p>
          {me.user.primaryEmail !== name && <p className="text-ink-soft">{me.user.primaryEmail}</p>}
          {me.numbers
            .filter(({ rings }) => rings === 'me')
            .map(({ number }) => (
              <p key={number} className="text-ink-soft tabular-nums">
                {formatNumber(number)}
              </p>
            ))}
        </div>
        <MenuSeparator />
        {me.workspaces.length > 1 && <WorkspaceChoice />}
        {canCreate && (
          <MenuItem icon={Plus} onSelect={() => setIsCreating(true)}>
            {t('account.create-workspace')}
          </MenuItem>
        )}
        {(me.workspaces.length > 1 || canCreate) && <MenuSeparator />}
        <MenuRadioGroup
          label={t('account.language')}
          choices={locales.map((value) => ({ value, label: localeNames[value] }))}
          value={locale}
          onChange={(value) => select?.(value)}
        />
        <MenuSeparator />
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

/** Opens the account settings; during a call in a new tab, because the call ends when its tab leaves the phone. */
function SettingsItem() {
  const { t } = useLanguage()
  const { app } = useRouteContext({ from: '__root__' })
  const { callManager } = usePhone()
  const isInCall = useStore(callManager).localCalls.length > 0
  const open = () => {
    if (isInCall) window.open(app.urls.accountSettings, '_blank', 'noopener')
    else void app.redirectToAccountSettings()
  }
  return (
    <MenuItem icon={Settings2} onSelect={open}>
      {t('account.settings')}
    </MenuItem>
  )
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
