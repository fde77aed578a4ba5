import { StackHandler } from '@parley/kit-react'
import { useLocation } from '@tanstack/react-router'

/** The pages of the account service: sign-in and its kin. */
export function HandlerPage() {
  const { pathname, searchStr } = useLocation()
  return <StackHandler location={pathname} search={searchStr} />
}
