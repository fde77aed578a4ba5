import { findTranslationProblems } from '@parley/i18n/testing'
import { expect, test } from 'vitest'
import { locales } from '../index.ts'
import { teamsEnUS } from './en-US.ts'
import { teamLoaders } from './index.ts'

test.each(locales)('%s has every message of the team pages with the same placeholders', async (locale) => {
  expect(findTranslationProblems(teamsEnUS, await teamLoaders[locale](), locale)).toEqual([])
})
