import { Dialog, type UseFormResult, useForm } from '@parley/ui'
import { useRef, useState } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import { useUnsavedChangesGuard } from '../../../shell/hooks/use-unsaved-changes-guard.tsx'
import { listMenusForKeys, withMenu } from '../change-configuration.ts'
import { FormButtons } from '../form-buttons.tsx'
import { NameField } from '../name-field.tsx'
import { AnnouncementField } from '../routes/announcement-field.tsx'
import { TargetField } from '../routes/target-field.tsx'
import { useParseTargets } from '../routes/use-parse-targets.ts'
import { type Menu, type PartNames, type Target, useSaveRouting } from '../use-routing.ts'
import { MenuEntries, sortByKey } from './menu-entries.tsx'

interface MenuDialogProps extends PartNames {
  /** Null for a new menu. */
  menu: Menu | null
  onClose: () => void
}

/** Adds or edits a menu. */
export function MenuDialog({ menu, onClose, ...names }: MenuDialogProps) {
  const { t } = useLanguage()
  const [initial] = useState(() => menu ?? createMenu())
  const [draft, setDraft] = useState(initial)
  const save = useSaveRouting(onClose)
  const changes = useUnsavedChangesGuard(JSON.stringify(draft) !== JSON.stringify(initial), onClose)
  const change = (parts: Partial<Menu>) => setDraft((before) => ({ ...before, ...parts }))
  const check = useCheckMenu()
  // With numbers in E.164.
  const parsed = useRef(draft)
  const submit = () => save.mutate((before) => withMenu(before, parsed.current))
  const form = useForm({
    validate: async () => {
      const { menu: checked, errors } = await check(draft)
      parsed.current = checked
      return errors
    },
    onValid: submit,
  })
  const targets = { ...names, menus: [...listMenusForKeys(names.configuration, draft)] }

  return (
    <Dialog
      isOpen
      onClose={changes.leave}
      title={menu ? t('routing.edit-named', { name: menu.name }) : t('routing.add-menu')}
      description={t('routing.menu-sentence')}
    >
      <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <MenuFields {...targets} draft={draft} form={form} onChange={change} />
        {save.error && <ErrorAlert error={save.error} onTryAgain={submit} />}
        <FormButtons isBusy={save.isPending || form.isValidating} onCancel={changes.leave} />
      </form>
      {changes.dialog}
    </Dialog>
  )
}

interface MenuFieldsProps extends Omit<MenuDialogProps, 'menu' | 'onClose'> {
  draft: Menu
  form: UseFormResult
  onChange: (parts: Partial<Menu>) => void
  /** The menus to which the menu can lead. */
  menus: Menu[]
}

function MenuFields({ draft, form, onChange: change, ...targets }: MenuFieldsProps) {
  const { t } = useLanguage()
  return (
    <>
      <NameField value={draft.name} form={form} onChange={change} />
      <AnnouncementField
        label={t('routing.menu-announcement')}
        usual={t('routing.menu-usual')}
        value={draft.announcementId}
        onChange={(announcementId) => change({ announcementId })}
      />
      <MenuEntries
        {...targets}
        entries={draft.entries}
        form={form}
        onChange={(entries) => change({ entries })}
      />
      <TargetField
        {...targets}
        label={t('routing.menu-fallback')}
        name="fallback"
        error={form.getError('fallback')}
        value={draft.fallback}
        onChange={(fallback) => change({ fallback })}
      />
    </>
  )
}

function createMenu(): Menu {
  const everyone = { kind: 'everyone' } as const
  const entries = [{ key: '1', label: '', target: everyone } as const]
  return { id: crypto.randomUUID(), name: '', announcementId: null, entries, fallback: everyone }
}

/** Returns a function that returns a menu as it is saved, and the errors of its form. */
function useCheckMenu() {
  const { t } = useLanguage()
  const parseTargets = useParseTargets()
  return async (draft: Menu) => {
    const names = draft.entries.flatMap(({ key, target }) =>
      target.kind === 'repeat' ? [] : [[`target-${key}`, target] as const],
    )
    const typed: Record<string, Target> = { ...Object.fromEntries(names), fallback: draft.fallback }
    const { targets, errors } = await parseTargets(typed)
    const labels = draft.entries.map(({ key, label }) => [
      `label-${key}`,
      label.trim() ? null : t('routing.menu-label-missing'),
    ])
    const entries = draft.entries.map(({ key, label, target }) => ({
      key,
      label: label.trim(),
      target: targets[`target-${key}`] ?? target,
    }))
    const menu = {
      ...draft,
      name: draft.name.trim(),
      entries: sortByKey(entries),
      fallback: targets.fallback ?? draft.fallback,
    }
    const name = menu.name ? null : t('routing.name-missing')
    return { menu, errors: { name, ...Object.fromEntries(labels), ...errors } }
  }
}
