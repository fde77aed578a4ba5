import { findTranslationProblems } from '@parley/i18n/testing'
import { expect, test } from 'vitest'
import { enUS } from './en-US.ts'
import { loaders, locales } from './index.ts'

test.each(locales)('%s has every message with the same placeholders', async (locale) => {
  expect(findTranslationProblems(enUS, await loaders[locale](), locale)).toEqual([])
})
