import { createRenderLane } from './render-lane.ts'
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

/**
 * A render is limited to 1 s of CPU time by itself. This timeout covers operations that cannot be
 * interrupted, on a busy machine.
 */
const defaultRenderTimeoutMs = 10_000

export interface SandboxOptions {
  /** Returns the id of the owner of a project: all projects of one owner share a queue. */
  readonly findOwnerId: (projectId: string) => Promise<string>
  readonly renderTimeoutMs?: number
}

/** Creates a sandbox in which previews, which anyone can repeat, never delay an e-mail that is delivered. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { findOwnerId, renderTimeoutMs = defaultRenderTimeoutMs } = options
  const previews = createRenderLane(renderTimeoutMs)
  const deliveries = createRenderLane(renderTimeoutMs)
  const lanes = [previews, deliveries]

  return {
    async render({ projectId, previewSignal, ...sources }) {
      for (const source of [sources.templateSource, sources.themeSource])
        if (source && source.length > maxSourceLength)
          throw new RenderingFailed(`A source exceeds ${maxSourceLength / 1024} KiB.`)
      const ownerId = await findOwnerId(projectId)
      const lane = previewSignal ? previews : deliveries
      return await lane.enqueue(ownerId, previewSignal, async () => {
        const startedMs = performance.now()
        try {
          return await lane.render(sources)
        } catch (error) {
          const pauseMs = (performance.now() - startedMs) * pausePerTimeUsed
          if (error instanceof RenderingTookTooLong) for (const each of lanes) each.pause(ownerId, pauseMs)
          throw error
        }
      })
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(lanes.map((lane) => lane[Symbol.asyncDispose]()))
    },
  }
}
