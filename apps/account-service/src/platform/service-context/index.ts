export {
  createServiceContext,
  type ServiceContext,
  type ServiceTransaction,
  serviceActor,
} from './create-service-context.ts'
