import type { ReactNode } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { PageButtonLink } from './page-link.tsx'
import { ResultCard } from './result-card.tsx'

interface LinkErrorProps {
  tone?: 'danger' | 'neutral'
  title: string
  advice: string
  /** The way to a new link. */
  children: ReactNode
}

/** A link of an e-mail that cannot be used. */
export function LinkError({ tone = 'danger', title, advice, children }: LinkErrorProps) {
  const app = useStackApp()
  const { t } = useLanguage()
  return (
    <ResultCard tone={tone} title={title} advice={advice}>
      {children}
      <PageButtonLink href={app.urls.home}>{t('common.go-home')}</PageButtonLink>
    </ResultCard>
  )
}
