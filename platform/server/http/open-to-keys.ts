/** What API keys open: calls that demand an operation, and the few that say so. Never secrets, sealed authors or accounts. Pure. */
import { operations } from '#platform/declare/operations.ts'
import type { BoundRoute } from '../contract/registry.ts'

const reading: ReadonlySet<BoundRoute['verb']> = new Set(['list', 'one', 'export'])
/** Lists that keep keys of other programs: what is kept there can be read (without the keys), nothing is changed. */
const keepsSecrets = ({ resource }: BoundRoute): boolean =>
  resource !== undefined && Object.values(resource.fields).some(({ options }) => options.secret === true)

export function isOpenToKeys(route: BoundRoute): boolean {
  const { keys, fresh, demand, resource, verb } = route
  if (keys !== undefined) return keys
  // a program has no factor to show
  if (fresh === true) return false
  if (demand.kind !== 'operation' || demand.operation === operations.reveal) return false
  if (resource?.sealedAuthor !== undefined) return false
  return reading.has(verb) || !keepsSecrets(route)
}
