import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import { type RecordingStore, RecordingStoreError } from './recording-store.ts'

export interface S3Options {
  readonly bucket: string
  /** Empty, or it ends with a slash. */
  readonly prefix: string
  /** URL of the service; null for Amazon. */
  readonly endpoint: string | null
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
  /** How long a connection may be silent. Default: 30,000. */
  readonly idleTimeoutMs?: number
  /** How long a request may take, apart from the size of an upload. Default: 30,000. */
  readonly operationTimeoutMs?: number
}

const connectionTimeoutMs = 10_000
const defaultIdleTimeoutMs = 30_000
const defaultOperationTimeoutMs = 30_000
const minUploadBytesPerMs = 20
/** More than any error or empty result of S3. Audio is received in parts. */
const maxResponseBytes = 256 * 1024
/** Four seconds of audio. */
const partBytes = 128 * 1024
const minResumedBytes = 16 * 1024

/** Creates a store in a bucket of Amazon S3 or of a compatible service. */
export async function createS3Store(options: S3Options): Promise<RecordingStore> {
  // Loaded only here, because most installations do not need it.
  const sdk = await import('@aws-sdk/client-s3')
  const { operationTimeoutMs = defaultOperationTimeoutMs } = options
  // Each has its own connections, so that no recording waits for those that are played to be stored.
  const [writer, reader] = [createClient(sdk.S3Client, options), createClient(sdk.S3Client, options)]
  const toObject = (key: string) => ({ Bucket: options.bucket, Key: `${options.prefix}${key}` })
  const findSize = (client: S3Client, key: string) =>
    findObjectSize(sdk, client, toObject(key), operationTimeoutMs)
  return {
    kind: 's3',
    async put(key, file, signal) {
      const md5 = await computeMd5(file)
      // An open file: a stream that opens it itself reports a missing file outside of this operation.
      await using handle = await open(file)
      const { size } = await handle.stat()
      const body = handle.createReadStream({ autoClose: false })
      const unreadable = new AbortController()
      body.once('error', (error) => unreadable.abort(error))
      const timeout = AbortSignal.timeout(operationTimeoutMs + Math.ceil(size / minUploadBytesPerMs))
      const abortSignal = AbortSignal.any([unreadable.signal, timeout, ...(signal ? [signal] : [])])
      // The service compares the checksum, because the local file is deleted afterwards.
      const object = { ...toObject(key), Body: body, ContentLength: size, ContentMD5: md5 }
      const request = new sdk.PutObjectCommand({ ...object, ContentType: 'audio/wav' })
      try {
        await orStoreError(writer.send(request, { abortSignal }))
      } finally {
        body.destroy()
      }
      // A proxy before the service may respond instead of it, with a maintenance page for example.
      if ((await findSize(writer, key)) !== size)
        throw new RecordingStoreError('S3 has not stored the recording that it has accepted.', false)
    },
    async find(key) {
      const totalBytes = await findSize(reader, key)
      if (totalBytes === null) return null
      const openPart = async (from: number, to: number): Promise<Readable> => {
        const range = { ...toObject(key), Range: `bytes=${from}-${to}` }
        const abortSignal = AbortSignal.timeout(operationTimeoutMs)
        const { Body } = await orStoreError(reader.send(new sdk.GetObjectCommand(range), { abortSignal }))
        if (!(Body instanceof Readable)) throw new RecordingStoreError('S3 sent no data.', false)
        return Body
      }
      return { totalBytes, read: (start, end) => readParts(start, end, openPart) }
    },
    async delete(key) {
      const abortSignal = AbortSignal.timeout(operationTimeoutMs)
      await orStoreError(writer.send(new sdk.DeleteObjectCommand(toObject(key)), { abortSignal }))
      if ((await findSize(writer, key)) !== null)
        throw new RecordingStoreError(
          'S3 has not deleted the recording whose deletion it has accepted.',
          false,
        )
    },
  }
}

/** Returns the size of an object, or null when there is none. */
async function findObjectSize(
  sdk: typeof import('@aws-sdk/client-s3'),
  client: S3Client,
  object: { readonly Bucket: string; readonly Key: string },
  timeoutMs: number,
): Promise<number | null> {
  const abortSignal = AbortSignal.timeout(timeoutMs)
  const head = client.send(new sdk.HeadObjectCommand(object), { abortSignal }).catch((error) => {
    if (error instanceof sdk.NotFound) return null
    throw error
  })
  const found = await orStoreError(head)
  return found && (found.ContentLength ?? 0)
}

/**
 * Reads the bytes from `start` to `end` in parts. A part is received completely before it is yielded, so that a
 * listener who pauses occupies no connection, and a mix of many recordings one at a time.
 *
 * A part that is interrupted is continued by another request if enough of it has arrived.
 */
async function* readParts(
  start: number,
  end: number,
  open: (from: number, to: number) => Promise<Readable>,
): AsyncGenerator<Buffer> {
  for (let at = start; at <= end; ) {
    const to = Math.min(end, at + partBytes - 1)
    const part = await receive(await open(at, to), to - at + 1)
    yield part
    at += part.length
  }
}

/**
 * Returns what arrives of a part.
 *
 * @throws {RecordingStoreError} when little or too much arrives.
 */
async function receive(body: Readable, sizeBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let receivedBytes = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      receivedBytes += chunk.length
      if (receivedBytes > sizeBytes) break
    }
  } catch {
    if (receivedBytes < minResumedBytes)
      throw new RecordingStoreError('The response of S3 was interrupted.', false)
  }
  if (receivedBytes === 0 || receivedBytes > sizeBytes)
    throw new RecordingStoreError('S3 sent another part than the requested one.', false)
  return Buffer.concat(chunks)
}

function createClient(Client: typeof S3Client, options: S3Options): S3Client {
  const { endpoint, region, accessKey, secretKey, idleTimeoutMs = defaultIdleTimeoutMs } = options
  const client = new Client({
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Compatible services often have no host name for each bucket.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // Compatible services often do not know the checksums that the SDK adds otherwise.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectionTimeoutMs, socketTimeout: idleTimeoutMs },
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  })
  limitResponses(client)
  return client
}

/**
 * Reads responses other than audio before the SDK does, which does not limit their size.
 */
function limitResponses(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        const result = await next(request)
        const response = result.response as { statusCode: number; body: unknown }
        const isAudio = commandName === 'GetObjectCommand' && response.statusCode < 300
        if (!isAudio && response.body instanceof Readable) response.body = await readLimited(response.body)
        return result
      },
    // Low priority: before the SDK reads the response.
    { step: 'deserialize', priority: 'low', name: 'limitResponses' },
  )
}

async function readLimited(body: Readable): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.length
    // Leaving the loop destroys the connection.
    if (sizeBytes > maxResponseBytes) throw new RecordingStoreError('The response of S3 is too large.', false)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function ignore(): void {}

async function computeMd5(file: string): Promise<string> {
  const hash = createHash('md5')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64')
}

/** Rejects with the code of an error only: its details contain the request. */
async function orStoreError<T>(response: Promise<T>): Promise<T> {
  try {
    return await response
  } catch (error) {
    if (error instanceof RecordingStoreError) throw error
    const { name, code, $metadata } = error as Error & {
      code?: unknown
      $metadata?: { httpStatusCode?: number }
    }
    const status = $metadata?.httpStatusCode
    if (status === undefined)
      throw new RecordingStoreError(`S3 does not respond: ${typeof code === 'string' ? code : name}.`, false)
    // RFC 9110: 408 and 429 are temporary.
    const isPermanent = status < 500 && status !== 408 && status !== 429
    throw new RecordingStoreError(`S3 responded with ${status} ${name}.`, isPermanent)
  }
}
