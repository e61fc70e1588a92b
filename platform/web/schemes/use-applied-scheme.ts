import type { ListDefinition, Scheme } from '../../declare/wire.ts'
import { useSchemes } from './use-schemes.ts'

/** The scheme that the list stands under; null: none, or not here yet. */
export function useAppliedScheme(definition: ListDefinition, id: string | null): Scheme | null {
  const own = definition.defaultScheme?.profileId === id ? definition.defaultScheme : null
  const { data } = useSchemes(definition.type, id !== null && own === null)
  return id === null ? null : (own ?? data?.find(one => one.profileId === id) ?? null)
}
