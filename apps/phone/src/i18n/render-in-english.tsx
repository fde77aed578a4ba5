import { render } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { enUS } from './en-US/index.ts'
import { LanguageProvider } from './language.tsx'

/** Renders a component in a test with the English catalogue. */
export function renderInEnglish(element: ReactElement) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LanguageProvider initial={{ locale: 'en-US', messages: enUS }}>{children}</LanguageProvider>
  )
  return render(element, { wrapper })
}
