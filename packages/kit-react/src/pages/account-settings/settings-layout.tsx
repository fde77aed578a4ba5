import type { CurrentUser } from '@parley/kit'
import { Icon, sideLinkStyles } from '@parley/ui'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { PageTitle, PendingCard } from '../layout/page-layout.tsx'
import { PageButtonLink } from '../layout/page-link.tsx'
import { type ExtraItem, renderExtraIcon } from './extra-items.tsx'
import { listSections } from './sections.tsx'
import { useSettingsTexts } from './shared/settings-texts.ts'
import { useCurrentInView } from './shared/use-current-in-view.ts'
import { useHash } from './shared/use-hash.ts'

interface ShownSection {
  readonly id: string
  readonly title: string
  readonly icon: ReactNode
  readonly content: ReactNode
}

/** Returns the section of a fragment. That of a team is `team-` and its id. */
function findSection(sections: readonly ShownSection[], hash: string): ShownSection | undefined {
  const find = (wanted: string) => sections.find(({ id }) => id === wanted)
  return find(hash) ?? (hash.startsWith('team-') ? find('teams') : undefined) ?? sections[0]
}

interface SettingsLayoutProps {
  user: CurrentUser
  extraItems: readonly ExtraItem[]
}

/** The list of sections beside the shown one; below 1024 px it is a row that scrolls. */
export function SettingsLayout({ user, extraItems }: SettingsLayoutProps) {
  const { urls } = useStackApp()
  const { t } = useSettingsTexts()
  const { t: common } = useLanguage()
  const hash = useHash()
  const sections: readonly ShownSection[] = [
    ...listSections(useProject()).map(({ id, title, icon, Content }) => ({
      id,
      title: t(title),
      icon: <Icon icon={icon} />,
      content: <Content user={user} />,
    })),
    ...extraItems.map((item) => ({ ...item, icon: renderExtraIcon(item) })),
  ]
  const shown = findSection(sections, hash)
  const heading = useRef<HTMLHeadingElement>(null)
  const { row, item } = useCurrentInView(shown?.id)
  const initial = useRef(shown?.id)

  useEffect(() => {
    if (initial.current !== shown?.id) heading.current?.focus()
    initial.current = shown?.id
  }, [shown?.id])
  if (!shown) return null
  return (
    <div className="grid gap-x-10 gap-y-4 pb-16 lg:grid-cols-[264px_minmax(0,1fr)] max-lg:grid-cols-[minmax(0,1fr)]">
      <nav ref={row} aria-label={t('page.title')} className="max-lg:scroll-hint lg:pt-1">
        <ul className="flex gap-1 lg:flex-col">
          {sections.map(({ id, title, icon }) => (
            <li key={id} ref={id === shown.id ? item : undefined}>
              <a
                href={`#${id}`}
                aria-current={id === shown.id ? 'page' : undefined}
                className={`${sideLinkStyles} lg:whitespace-normal`}
              >
                {icon}
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">
        <PageTitle title={`${shown.title} · ${t('page.title')}`} />
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <h1 ref={heading} tabIndex={-1} className="min-w-0 wrap-anywhere outline-none">
            {shown.title}
          </h1>
          <PageButtonLink size="small" icon={ArrowLeft} href={urls.home}>
            {t('page.back')}
          </PageButtonLink>
        </div>
        <Suspense key={shown.id} fallback={<PendingCard title={common('common.loading')} />}>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{shown.content}</div>
        </Suspense>
      </div>
    </div>
  )
}
