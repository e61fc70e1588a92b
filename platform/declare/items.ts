/** Which columns name a product: by an MSKU, by the company's own SKU, or by reference. They are shown by its picture and name. */
import type { Dimension } from './dimension.ts'
import type { Field } from './fields.ts'
import type { Resource } from './resource.ts'
import type { ItemKey } from './wire.ts'

/** The call that tells what products are called. */
export const namedPath = '/skuView/named'
const isMsku = ({ kind, title }: Pick<Field, 'kind' | 'title'>): boolean => kind === 'text' && title[0] === 'MSKU'

/** By what the values of a field name a product. */
function itemKey(field: Field): ItemKey | null {
  const { kind, title, to, by } = field
  if (isMsku(field)) return 'sellerSku'
  if (kind === 'text' && title[0] === 'SKU') return 'productSku'
  return kind !== 'reference' || to !== 'product' ? null : by === undefined ? 'productId' : 'productSku'
}

/** Of a record that has an MSKU too, this one says its product already. */
export const itemOf = (r: Resource, field: Field): ItemKey | null =>
  !isMsku(field) && Object.values(r.fields).some(one => isMsku(one) && one.options.hidden !== true) ? null : itemKey(field)

/** The same of a dimension of reports. */
export const itemOfDimension = ({ kind, title, target }: Dimension): ItemKey | null =>
  kind === 'text' && title[0] === 'MSKU' ? 'sellerSku' : target === 'product' ? 'productId' : null
