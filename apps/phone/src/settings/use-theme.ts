import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePhone } from '../phone-context.tsx'
import { applyTheme } from './theme.ts'

/** Shows the phone in the theme of the user. */
export function useTheme(): void {
  const { queries } = usePhone()
  const theme = useQuery(queries.settings()).data?.theme
  useEffect(() => {
    if (theme) applyTheme(theme)
  }, [theme])
}
