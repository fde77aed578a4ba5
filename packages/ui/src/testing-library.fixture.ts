import type { Config } from '@testing-library/react'

/** The files that a worker runs share the Testing Library, so that each would have the configuration of the one before. */
const scope: typeof globalThis & { testingLibraryDefaults?: Config } = globalThis

if (typeof document !== 'undefined') {
  const { configure, getConfig } = await import('@testing-library/react')
  scope.testingLibraryDefaults ??= { ...getConfig() }
  // A busy machine takes seconds to render a long list.
  configure({ ...scope.testingLibraryDefaults, asyncUtilTimeout: 10_000 })
  // Radix asks for it when a button of a message is pressed; jsdom does not have it.
  Element.prototype.hasPointerCapture ??= () => false
}
