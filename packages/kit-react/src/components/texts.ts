import { componentsEnUS } from '../locales/components/en-US.ts'
import { componentLoaders } from '../locales/components/index.ts'
import { createTexts } from '../provider/create-texts.ts'

/** Returns the texts of the components outside of the pages. Suspends until they are loaded. */
export const useComponentTexts = createTexts(componentsEnUS, componentLoaders)
