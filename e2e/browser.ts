import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { createTone, type ReceivedAudio, recordRemoteAudio, writeWav } from './received-audio.ts'

/**
 * Starts in a quarter of the time of Chromium, but lacks notifications, handlers of protocols, denied permissions
 * and a sound output.
 */
const headlessShell = '/usr/bin/chromium-headless-shell'

const artefacts = new URL('../artefacts/', import.meta.url).pathname

/** A separate browser. Its microphone plays one steady tone, and all audio that it receives is recorded. */
export interface TestBrowser extends AsyncDisposable {
  readonly page: Page
  readonly context: BrowserContext
  readonly received: ReceivedAudio
  /** Errors in the console of its pages, and uncaught exceptions. */
  readonly errors: readonly string[]
  /** Saves screenshots and the received audio in `artefacts/`, for a failed test. */
  saveEvidence(name: string): Promise<void>
}

interface BrowserOptions {
  /** The tone that the microphone plays, in Hz. */
  readonly toneHz: number
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
  /** `blocked` denies the page the microphone. */
  readonly microphone?: 'allowed' | 'blocked'
  readonly locale?: string
  readonly ignoreCertificates?: true
  /**
   * Variables of a sound server whose loudspeaker plays what the browser plays. By default it plays nowhere.
   */
  readonly playsOn?: Readonly<Record<string, string>>
  /** Needed for notifications and for handlers of protocols such as `tel`. */
  readonly isWholeBrowser?: true
  /** Host names that this browser resolves to other addresses. */
  readonly hosts?: Readonly<Record<string, string>>
}

export async function openBrowser(options: BrowserOptions): Promise<TestBrowser> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-browser-'))
  const voice = join(directory, 'voice.wav')
  writeFileSync(voice, writeWav(createTone(options.toneHz, 10), 48_000))

  const allowed = options.microphone !== 'blocked'
  const isWholeBrowser = options.isWholeBrowser || options.playsOn || !allowed
  const context = await chromium.launchPersistentContext(join(directory, 'profile'), {
    executablePath: isWholeBrowser ? '/usr/bin/chromium' : headlessShell,
    headless: true,
    ...(options.playsOn
      ? { ignoreDefaultArgs: ['--mute-audio'], env: { ...process.env, ...options.playsOn } }
      : {}),
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
  // Twice the usual time, since several browsers share the processors.
  context.setDefaultTimeout(60_000)
  const received = await recordRemoteAudio(context)
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  const page = context.pages()[0] ?? (await context.newPage())

  return {
    page,
    context,
    received,
    errors,
    async saveEvidence(name) {
      mkdirSync(artefacts, { recursive: true })
      received.saveTo(join(artefacts, `${name}.wav`))
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
