import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { type Ears, listenIn, toneOf, wavOf } from './ears.ts'

const artefacts = new URL('../artefacts/', import.meta.url).pathname

/** A person's own browser: its microphone plays one steady tone, and what it hears is kept. */
export interface Handset extends AsyncDisposable {
  readonly page: Page
  readonly context: BrowserContext
  readonly ears: Ears
  /** Sentences that the page wrote to its console as errors, and exceptions that nobody caught. */
  readonly complaints: readonly string[]
  /** Keeps a picture and the sound under `artefacts/`, for whoever looks at a red run. */
  keepEvidence(name: string): Promise<void>
}

interface HandsetOptions {
  /** The tone that this person "says", in Hz. */
  readonly toneHz: number
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
  /** A browser that refuses the microphone. */
  readonly microphone?: 'allowed' | 'blocked'
  readonly locale?: string
  readonly ignoreCertificates?: true
  /** Where names lead for this browser alone. */
  readonly hosts?: Readonly<Record<string, string>>
}

export async function openHandset(options: HandsetOptions): Promise<Handset> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-handset-'))
  const voice = join(directory, 'voice.wav')
  writeFileSync(voice, wavOf(toneOf(options.toneHz, 10), 48_000))

  const allowed = options.microphone !== 'blocked'
  const context = await chromium.launchPersistentContext(join(directory, 'profile'), {
    executablePath: '/usr/bin/chromium',
    headless: true,
    viewport: { width: options.width ?? 1280, height: options.width === 390 ? 844 : 800 },
    colorScheme: options.colorScheme ?? 'light',
    locale: options.locale ?? 'en-US',
    timezoneId: 'America/New_York',
    ignoreHTTPSErrors: options.ignoreCertificates ?? false,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
      '--allow-loopback-in-peer-connection',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${voice}`,
      `--host-resolver-rules=${Object.entries(options.hosts ?? {})
        .map(([name, address]) => `MAP ${name} ${address}`)
        .join(', ')}`,
      ...(allowed ? ['--use-fake-ui-for-media-stream'] : ['--deny-permission-prompts']),
    ],
  })
  const ears = await listenIn(context)
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  const page = context.pages()[0] ?? (await context.newPage())

  return {
    page,
    context,
    ears,
    complaints,
    async keepEvidence(name) {
      mkdirSync(artefacts, { recursive: true })
      ears.saveTo(join(artefacts, `${name}.wav`))
      for (const [index, open] of context.pages().entries()) {
        await open.screenshot({ path: join(artefacts, `${name}-${index}.png`) })
      }
    },
    async [Symbol.asyncDispose]() {
      await context.close()
      await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
