export { matchLocale, parseAcceptLanguage } from './locale.ts'
export {
  type Catalogue,
  createTranslator,
  fillPlaceholders,
  type MessageKey,
  type PluralKey,
  type Translation,
  type Translator,
} from './translator.ts'
