import { type ColourScheme, palettes } from './layout.ts'

/** A built-in theme. Owners see its source and may customize it; the unmodified source is never executed. */
export interface BuiltInTheme {
  readonly id: string
  readonly displayName: string
  readonly colourScheme: ColourScheme
  readonly source: string
}

const themeSource = (
  look: ColourScheme,
  { page, card, border: line, text: ink, mutedText: soft } = palettes[look],
) => `\
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

export const lightTheme: BuiltInTheme = {
  id: '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac',
  displayName: 'Light',
  colourScheme: 'light',
  source: themeSource('light'),
}

const darkTheme: BuiltInTheme = {
  id: 'a0172b5d-cff0-463b-83bb-85124697373a',
  displayName: 'Dark',
  colourScheme: 'dark',
  source: themeSource('dark'),
}

/** In list order. */
export const builtInThemes: readonly BuiltInTheme[] = [lightTheme, darkTheme]

export function findBuiltInTheme(id: string): BuiltInTheme | null {
  return builtInThemes.find((theme) => theme.id === id) ?? null
}
