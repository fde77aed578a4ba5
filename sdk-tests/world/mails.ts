/** A template with a variable, preview data and an optional category. */
export const newsTemplate = `
import { Subject, NotificationCategory } from '@stackframe/emails'
import { Text } from '@react-email/components'
import { type } from 'arktype'
export const variablesSchema = type({ news: 'string' })
export function EmailTemplate({ user, project, variables }) {
  return <>
    <Subject value={\`News for \${user.displayName}\`} />
    <NotificationCategory value="Marketing" />
    <Text>{variables.news} from {project.displayName}</Text>
  </>
}
EmailTemplate.PreviewVariables = { news: 'A loom was made' }
`

/** A theme with an unsubscribe link. */
export const newsTheme = `
import { Html, Body } from '@react-email/components'
export function EmailTheme({ children, unsubscribeLink }) {
  return <Html><Body><header>Looms and engines</header>{children}
    {unsubscribeLink && <a href={unsubscribeLink}>No more of this</a>}</Body></Html>
}
`
