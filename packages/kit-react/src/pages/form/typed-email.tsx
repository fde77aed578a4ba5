import { createContext, type ReactNode, use, useState } from 'react'

type TypedEmail = readonly [email: string, onChange: (email: string) => void]

const TypedEmailContext = createContext<TypedEmail | null>(null)

/** Keeps the e-mail that a user has typed on one page for the next one, such as from sign-in to sign-up. */
export function TypedEmailProvider({ children }: { children: ReactNode }) {
  return <TypedEmailContext value={useState('')}>{children}</TypedEmailContext>
}

/** @throws {Error} outside a provider. */
export function useTypedEmail(): TypedEmail {
  const typed = use(TypedEmailContext)
  if (!typed) throw new Error('useTypedEmail must be used within a TypedEmailProvider')
  return typed
}
