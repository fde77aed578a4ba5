export {
  deleteProvider,
  deleteProvidersOfWorkspace,
  findProvider,
  listAutomaticProviders,
  type StoredKey,
  type StoredProvider,
  saveProvider,
  selectProviderOwners,
} from './model-providers.ts'
