import { Button, Dialog, DialogFooter } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import type { Trunk } from './trunk.ts'
import { AdvancedFields, CredentialFields, HostFields, NameField, NumbersField } from './trunk-fields.tsx'
import { useTrunkForm } from './use-trunk-form.ts'

interface TrunkDialogProps {
  /** Null for a new trunk. */
  trunk: Trunk | null
  onClose: () => void
}

/** A dialog that adds or edits a trunk. */
export function TrunkDialog({ trunk, onClose }: TrunkDialogProps) {
  const { t } = useLanguage()
  const { fields, failure, isBusy, save, changes } = useTrunkForm(trunk, onClose)

  return (
    <Dialog
      isOpen
      onClose={changes.leave}
      title={trunk ? t('trunk.edit-named', { name: trunk.name }) : t('trunk.add')}
      description={trunk ? undefined : t('trunk.add-sentence')}
    >
      <form {...fields.form.props} className="grid gap-4">
        <NameField {...fields} />
        <HostFields {...fields} />
        <CredentialFields {...fields} trunk={trunk} />
        <NumbersField {...fields} />
        <AdvancedFields {...fields} />
        {failure && <ErrorAlert error={failure} onTryAgain={save} />}
        <DialogFooter>
          <Button onClick={changes.leave}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" state={isBusy ? 'busy' : 'idle'}>
            {t('trunk.save')}
          </Button>
        </DialogFooter>
      </form>
      {changes.dialog}
    </Dialog>
  )
}
