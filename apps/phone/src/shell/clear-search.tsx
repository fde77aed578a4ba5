import { Button, focusPage } from '@parley/ui'
import { useLanguage } from '../i18n/language.tsx'

/** Clears a search that has found nothing. */
export function ClearSearch({ onClear }: { onClear: () => void }) {
  const { t } = useLanguage()
  return (
    <Button
      onClick={() => {
        onClear()
        // The button disappears with the search.
        const search = document.querySelector<HTMLElement>('main input[type="search"]')
        if (search) search.focus()
        else focusPage()
      }}
    >
      {t('common.clear-search')}
    </Button>
  )
}
