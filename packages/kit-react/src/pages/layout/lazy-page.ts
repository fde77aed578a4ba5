import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/**
 * Thrown by a page whose code cannot be loaded: without a connection, or after an update of the application.
 */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError'
}

/**
 * Returns a page whose code is loaded when it is rendered first. It throws {@link PageLoadError} if that
 * fails.
 */
export function lazyPage<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then(
      (Page) => ({ default: Page }),
      (error: unknown) => {
        throw new PageLoadError('The code of the page cannot be loaded.', { cause: error })
      },
    ),
  )
}
