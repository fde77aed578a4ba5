import { type BuiltInTemplate, getPreviewVariables } from './built-in-templates.ts'
import { type EmailMessages, emailMessages } from './messages/index.ts'

/** Generates the source of a built-in template from the same messages: owners see it and may customize it. */
export function builtInSource(template: BuiltInTemplate): string {
  const { hasOtp, hasTeam } = template
  const texts = Object.fromEntries(
    Object.entries(emailMessages).map(([locale, messages]) => [locale, toSourceTexts(template, messages)]),
  )
  const schema = Object.fromEntries(
    Object.keys(getPreviewVariables(template)).map((name) => [name, 'string']),
  )
  const fills = [
    ".replaceAll('{project}', project.displayName)",
    ...(hasTeam ? [".replaceAll('{team}', variables.teamDisplayName)"] : []),
    ...(hasOtp ? [".replaceAll('{otp}', variables.otp)"] : []),
  ]

  return `\
import { Button, Heading, Link, Section, Text } from '@react-email/components'
import { NotificationCategory, type Props, Subject } from '@stackframe/emails'
import { type } from 'arktype'

// Messages by locale.
const texts = ${JSON.stringify(texts, null, 2)}

export const variablesSchema = type(${JSON.stringify({ ...schema, 'locale?': 'string' }, null, 2)})

export function EmailTemplate({ project, variables }: Props<typeof variablesSchema>) {
  const says = texts[variables.locale] ?? texts['en-US']
  const fill = (text: string) => text${fills.join('')}

  return (
    <>
      <Subject value={fill(says.subject)} />
      <NotificationCategory value="Transactional" />
      <Heading as="h1" style={{ margin: '0 0 16px', fontSize: 24, lineHeight: '32px', fontWeight: 600 }}>
        {fill(says.heading)}
      </Heading>
      <Text style={text}>{fill(says.body)}</Text>
${linkSource(template)}      <Text style={small}>{fill(says.ignore)}</Text>
    </>
  )
}

const text = { margin: '0 0 16px', fontSize: 16, lineHeight: '24px' }
const small = { ...text, fontSize: 14, lineHeight: '20px', opacity: 0.8 }
const button = {
  display: 'inline-block',
  padding: '12px 24px',
  borderRadius: 8,
  background: '#065b75',
  color: '#ffffff',
  fontWeight: 600,
  textDecoration: 'none',
}

EmailTemplate.PreviewVariables = ${JSON.stringify(getPreviewVariables(template), null, 2)} satisfies typeof variablesSchema.infer
`
}

/** Generates the elements with the link, as button and as text, and with the code. */
function linkSource({ link, hasOtp }: BuiltInTemplate): string {
  return `\
      <Section style={{ margin: '24px 0' }}>
        <Button href={variables.${link}} style={button}>
          {says.button}
        </Button>
      </Section>
${
  hasOtp
    ? `\
      <Text style={text}>{says.orCode}</Text>
      <Text style={{ ...text, fontSize: 28, lineHeight: '36px', letterSpacing: 6, textAlign: 'center' }}>
        {variables.otp}
      </Text>
`
    : ''
}\
      <Text style={small}>
        {says.orLink}
        <br />
        <Link href={variables.${link}} style={{ color: 'inherit', wordBreak: 'break-all' }}>
          {variables.${link}}
        </Link>
      </Text>
`
}

/** Returns the messages of a template under the names that its source uses. */
function toSourceTexts({ name, hasOtp }: BuiltInTemplate, messages: EmailMessages) {
  return {
    subject: messages[`${name}.subject`],
    heading: messages[`${name}.heading`],
    body: messages[`${name}.body`],
    button: messages[`${name}.button`],
    ...(hasOtp ? { orCode: messages['magic-link.or-code'] } : {}),
    ignore: messages[`${name}.ignore`],
    orLink: messages['or-link'],
  }
}

/** Source of a new custom template. */
export const sampleSource = `\
import { Heading, Text } from '@react-email/components'
import { NotificationCategory, type Props, Subject } from '@stackframe/emails'
import { type } from 'arktype'

export const variablesSchema = type({ 'count?': 'number' })

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema>) {
  return (
    <>
      <Subject value={\`A message from \${project.displayName}\`} />
      <NotificationCategory value="Transactional" />
      <Heading as="h1">Hello{user.displayName ? \` \${user.displayName}\` : ''}</Heading>
      <Text>You have {variables.count ?? 'some'} items to review.</Text>
    </>
  )
}

EmailTemplate.PreviewVariables = { count: 3 } satisfies typeof variablesSchema.infer
`
