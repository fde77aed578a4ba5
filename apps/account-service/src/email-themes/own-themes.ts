import { type Look, palettes } from './frame.ts'

/** A built-in theme. Owners see its source and may customize it; the unmodified source is never executed. */
export interface OwnTheme {
  readonly id: string
  readonly displayName: string
  readonly look: Look
  readonly source: string
}

const sourceIn = (look: Look, { page, card, line, ink, soft } = palettes[look]) => `\
import { Body, Container, Head, Html, Link, Section, Tailwind, Text } from '@react-email/components'
import type { ThemeProps } from '@stackframe/emails'

export function EmailTheme({ children, unsubscribeLink }: ThemeProps) {
  return (
    <Html>
      <Head>
        <meta name="color-scheme" content="${look}" />
      </Head>
      <Tailwind>
        <Body className="m-0 bg-[${page}] font-sans text-[${ink}]">
          <Container className="mx-auto max-w-[520px] px-4 py-8">
            <Section className="rounded-xl border border-solid border-[${line}] bg-[${card}] p-8">
              {children}
            </Section>
            {unsubscribeLink && (
              <Text className="mx-1 my-4 text-sm">
                <Link href={unsubscribeLink} className="text-[${soft}] underline">
                  Unsubscribe from e-mails like this one
                </Link>
              </Text>
            )}
          </Container>
        </Body>
      </Tailwind>
    </Html>
  )
}

EmailTheme.PreviewProps = {
  unsubscribeLink: 'https://example.com/unsubscribe',
} satisfies Partial<ThemeProps>
`

export const lightTheme: OwnTheme = {
  id: '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac',
  displayName: 'Light',
  look: 'light',
  source: sourceIn('light'),
}

const darkTheme: OwnTheme = {
  id: 'a0172b5d-cff0-463b-83bb-85124697373a',
  displayName: 'Dark',
  look: 'dark',
  source: sourceIn('dark'),
}

/** In list order. */
export const ownThemes: readonly OwnTheme[] = [lightTheme, darkTheme]

export function ownThemeOf(id: string): OwnTheme | null {
  return ownThemes.find((theme) => theme.id === id) ?? null
}
