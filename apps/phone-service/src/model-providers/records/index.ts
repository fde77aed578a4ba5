export {
  deleteProvider,
  deleteProvidersOfWorkspace,
  findProvider,
  listAutomaticProviders,
  type ProviderPurpose,
  type StoredKey,
  type StoredProvider,
  saveProvider,
} from './model-providers.ts'
