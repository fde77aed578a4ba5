import { Button } from '@parley/ui'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useLanguage } from '../i18n/language.tsx'

interface LoadMoreButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> {
  list: Pick<UseInfiniteQueryResult, 'isFetchingNextPage' | 'fetchNextPage'>
}

/** Loads the next page of a list. */
export function LoadMoreButton({ list, ...button }: LoadMoreButtonProps) {
  const { t } = useLanguage()
  return (
    <Button
      {...button}
      state={list.isFetchingNextPage ? 'busy' : 'idle'}
      onClick={() => void list.fetchNextPage()}
    >
      {t('common.more')}
    </Button>
  )
}
