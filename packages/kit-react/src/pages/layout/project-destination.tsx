import type { Project } from '@parley/kit'
import { useLanguage } from '../../provider/language.tsx'

/** Shows the project and host of the sign-in, so that users can recognise phishing pages. */
export function ProjectDestination({ project }: { project: Project }) {
  const { t } = useLanguage()
  const [before = '', after = ''] = t('common.to-project', {
    project: project.displayName,
    host: '{host}',
  }).split('{host}')
  return (
    <>
      {before}
      <span className="whitespace-nowrap">{location.host}</span>
      {after}
    </>
  )
}
