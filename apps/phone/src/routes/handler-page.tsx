import { StackHandler } from '@parley/kit-react'
import { useLocation } from '@tanstack/react-router'

/** The hosted account pages: sign-in, sign-up and others. */
export function HandlerPage() {
  const { pathname, searchStr } = useLocation()
  return <StackHandler location={pathname} search={searchStr} />
}
