'use client'

import { StackHandler } from '@parley/kit-react'
import { usePathname, useSearchParams } from 'next/navigation.js'
import { Suspense, useSyncExternalStore } from 'react'

export interface BrowserHandlerProps {
  /** Accepted from callers of the public SDK: the pages always fill the window. */
  readonly fullPage?: boolean
}

const subscribe = () => () => {}

/** Renders the page of the kit for the current URL in browsers alone, because servers know neither language nor mode. */
export function BrowserHandler(_props: BrowserHandlerProps) {
  const isHydrated = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
  return <Suspense fallback={null}>{isHydrated && <CurrentPage />}</Suspense>
}

function CurrentPage() {
  const path = usePathname()
  const search = useSearchParams()
  return <StackHandler location={path} search={search.toString()} />
}
