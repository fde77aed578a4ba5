import { createRenderLane, type LostRender } from './render-lane.ts'
import type { RenderResult, RenderSources } from './render-request.ts'
import { RenderingFailed, RenderingTookTooLong } from './rendering-failed.ts'

/** Runs custom templates in isolation: no network, files or environment; 1 s of CPU, 64 MB. */
export interface Sandbox extends AsyncDisposable {
  /** @throws {RenderingFailed}, as a RenderingInterrupted when a retry may succeed. */
  render(sources: RenderSources): Promise<RenderResult>
}

/** The dependencies of operations that render the templates and themes of project owners. */
export interface SandboxService {
  readonly sandbox: Sandbox
}

const maxSourceLength = 256 * 1024
/** An owner whose render takes too long gets at most a fifth of the time of the sandbox. */
const pausePerTimeUsed = 4
/** The time for which the e-mails of an owner whose render has ended its thread are rendered with previews. */
const separationMs = 3_600_000

/** A render is limited to 1 s of CPU time by itself, and its thread to 4 s. This covers a busy machine. */
const defaultRenderTimeoutMs = 10_000

export interface SandboxOptions {
  /** Returns the id of the owner of a project: all projects of one owner share a queue. */
  readonly findOwnerId: (projectId: string) => Promise<string>
  readonly renderTimeoutMs?: number
}

/**
 * Creates a sandbox with a thread for deliveries and one for previews, which anyone can repeat. An owner whose
 * render has ended a thread delays the deliveries of others once: later ones are rendered with the previews.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { findOwnerId, renderTimeoutMs = defaultRenderTimeoutMs } = options
  const onThreadLost = ({ ownerId, error, durationMs }: LostRender) => {
    deliveries.pause(ownerId, separationMs)
    if (error instanceof RenderingTookTooLong) previews.pause(ownerId, durationMs * pausePerTimeUsed)
  }
  const previews = createRenderLane({ renderTimeoutMs, onThreadLost })
  const deliveries = createRenderLane({ renderTimeoutMs, onThreadLost })

  return {
    async render({ projectId, previewSignal, ...sources }) {
      for (const source of [sources.templateSource, sources.themeSource])
        if (source && source.length > maxSourceLength)
          throw new RenderingFailed(`A source exceeds ${maxSourceLength / 1024} KiB.`)
      const ownerId = await findOwnerId(projectId)
      const lane = previewSignal || deliveries.isPaused(ownerId) ? previews : deliveries
      return await lane.render(ownerId, sources, previewSignal)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([previews, deliveries].map((lane) => lane[Symbol.asyncDispose]()))
    },
  }
}
