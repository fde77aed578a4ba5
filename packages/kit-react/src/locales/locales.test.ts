import { findTranslationProblems } from '@parley/i18n/testing'
import { expect, test } from 'vitest'
import { catalogues, locales } from './index.ts'

test.each(locales)('%s has every message with the same placeholders', (locale) => {
  expect(findTranslationProblems(catalogues['en-US'], catalogues[locale])).toEqual([])
})
