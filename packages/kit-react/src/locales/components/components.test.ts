import { findTranslationProblems } from '@parley/i18n/testing'
import { expect, test } from 'vitest'
import { locales } from '../index.ts'
import { componentsEnUS } from './en-US.ts'
import { componentLoaders } from './index.ts'

test.each(locales)('%s has every message of the components with the same placeholders', async (locale) => {
  expect(findTranslationProblems(componentsEnUS, await componentLoaders[locale](), locale)).toEqual([])
})
