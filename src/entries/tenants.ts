// The public entry of `working-memory/tenants`: several customers over one storage. Re-exports only.
export {
  type ErasedTenant,
  type Tenant,
  tenantOf,
  type TenantOptions,
  type TenantSessions,
  type TenantUsage,
} from '../host/tenancy/tenants.ts';
