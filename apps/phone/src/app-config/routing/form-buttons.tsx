import { Button, DialogFooter } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'

interface FormButtonsProps {
  /** Of the button that submits. Default: Save. */
  label?: string
  isBusy: boolean
  onCancel: () => void
}

/** The buttons at the end of a dialog. */
export function FormButtons({ label, isBusy, onCancel }: FormButtonsProps) {
  const { t } = useLanguage()
  return (
    <DialogFooter>
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
      <Button type="submit" variant="primary" state={isBusy ? 'busy' : 'idle'}>
        {label ?? t('routing.save')}
      </Button>
    </DialogFooter>
  )
}
