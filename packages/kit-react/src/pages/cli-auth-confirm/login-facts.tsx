import type { CliLoginDescription, Project } from '@parley/kit'
import { formatAgo, formatTimeOrDay } from '@parley/ui'
import { useState } from 'react'
import { useLanguage } from '../../provider/language.tsx'
import { Fact, Facts } from '../layout/facts.tsx'

interface LoginFactsProps {
  login: CliLoginDescription
  project: Project
}

/** When and where a command-line login began, and what it permits. */
export function LoginFacts({ login, project }: LoginFactsProps) {
  const { t, locale } = useLanguage()
  const [nowMs] = useState(() => Date.now())
  const context = { locale, nowMs }
  const started = formatAgo(login.startedAt.getTime(), { ...context, justNow: t('cli.just-now') })

  return (
    <Facts>
      <Fact name={t('cli.started')}>{t('cli.started-at', { time: started, ip: login.ip })}</Fact>
      {login.userAgent !== null && <Fact name={t('cli.program')}>{login.userAgent}</Fact>}
      <Fact name={t('cli.expires')}>{formatTimeOrDay(login.expiresAt.getTime(), context)}</Fact>
      <Fact name={t('cli.allowed')}>{t('cli.allowed-all', { project: project.displayName })}</Fact>
      <Fact name={t('cli.ends')}>
        {login.sharesSession ? t('cli.ends-with-session') : t('cli.ends-separately')}
      </Fact>
    </Facts>
  )
}
