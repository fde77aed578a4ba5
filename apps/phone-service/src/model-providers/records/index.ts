export {
  deleteProvider,
  deleteProvidersOfWorkspace,
  findProvider,
  listAutomaticProviders,
  type StoredKey,
  type StoredProvider,
  saveProvider,
} from './model-providers.ts'
