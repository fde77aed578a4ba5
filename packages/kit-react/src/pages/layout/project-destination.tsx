import type { Project } from '@parley/kit'
import { fill } from '../../locales/index.ts'
import { useMessages } from '../../provider/language.tsx'

/** Shows the project and host of the sign-in, so that users can recognise phishing pages. */
export function ProjectDestination({ project }: { project: Project }) {
  const { common } = useMessages()
  const [before = '', after = ''] = fill(common.toProject, { project: project.displayName }).split('{host}')
  return (
    <>
      {before}
      <span className="whitespace-nowrap">{location.host}</span>
      {after}
    </>
  )
}
