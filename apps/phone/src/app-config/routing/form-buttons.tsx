import { Button } from '@parley/ui'
import { useLanguage } from '../../i18n/language.tsx'

interface FormButtonsProps {
  isBusy: boolean
  onCancel: () => void
}

/** The buttons at the end of a dialog. */
export function FormButtons({ isBusy, onCancel }: FormButtonsProps) {
  const { t } = useLanguage()
  return (
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
      <Button type="submit" variant="primary" state={isBusy ? 'busy' : 'idle'}>
        {t('routing.save')}
      </Button>
    </div>
  )
}
