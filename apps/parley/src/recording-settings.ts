import type { RecordingOptions, S3Options } from '@parley/phone-service'

interface RecordingSettings {
  readonly PARLEY_RECORDINGS_QUOTA_MB: number
  readonly PARLEY_MIN_FREE_DISK_MB: number
  readonly PARLEY_RECORDINGS_URL?: string | undefined
  readonly PARLEY_S3_ENDPOINT?: string | undefined
  readonly PARLEY_S3_REGION?: string | undefined
  readonly PARLEY_S3_ACCESS_KEY?: string | undefined
  readonly PARLEY_S3_SECRET_KEY?: string | undefined
}

const names = [
  'PARLEY_S3_ENDPOINT',
  'PARLEY_S3_REGION',
  'PARLEY_S3_ACCESS_KEY',
  'PARLEY_S3_SECRET_KEY',
] as const

/** Most compatible services accept the region that was the first one of Amazon. */
const defaultRegion = 'us-east-1'

const bytesPerMegabyte = 1_000_000

/** @throws {Error} with a sentence that names the missing setting. */
export function parseRecordingSettings(settings: RecordingSettings) {
  return {
    maxBytesPerWorkspace: settings.PARLEY_RECORDINGS_QUOTA_MB * bytesPerMegabyte,
    minFreeDiskBytes: settings.PARLEY_MIN_FREE_DISK_MB * bytesPerMegabyte,
    /** Undefined stores recordings in the data directory. */
    s3: parseS3Settings(settings),
  } satisfies RecordingOptions
}

function parseS3Settings(settings: RecordingSettings): S3Options | undefined {
  const {
    PARLEY_RECORDINGS_URL: url,
    PARLEY_S3_ENDPOINT: endpoint = null,
    PARLEY_S3_ACCESS_KEY: accessKey,
    PARLEY_S3_SECRET_KEY: secretKey,
    PARLEY_S3_REGION: region,
  } = settings
  if (url === undefined) {
    const unused = names.find((name) => settings[name] !== undefined)
    if (unused) throw new Error(`Set PARLEY_RECORDINGS_URL too, or leave ${unused} out.`)
    return undefined
  }
  if (accessKey === undefined) throw new Error('PARLEY_RECORDINGS_URL requires PARLEY_S3_ACCESS_KEY too.')
  if (secretKey === undefined) throw new Error('PARLEY_RECORDINGS_URL requires PARLEY_S3_SECRET_KEY too.')
  if (region === undefined && endpoint === null)
    throw new Error(
      'PARLEY_RECORDINGS_URL requires PARLEY_S3_REGION for Amazon S3, or PARLEY_S3_ENDPOINT for another service.',
    )
  const [bucket = '', ...prefix] = url.slice('s3://'.length).split('/')
  const folders = prefix.filter(Boolean)
  return {
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    endpoint,
    region: region ?? defaultRegion,
    accessKey,
    secretKey,
  }
}
