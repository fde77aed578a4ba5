import type { StackClientApp } from '@parley/kit'
import { createContext } from 'react'

export const AppContext = createContext<StackClientApp | null>(null)
