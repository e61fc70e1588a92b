/** The order of the rows as heads are clicked. Pure. */

export interface GridOrder {
  readonly field: string
  readonly way: 'ASC' | 'DESC'
}

const other = (way: GridOrder['way']): GridOrder['way'] => (way === 'ASC' ? 'DESC' : 'ASC')

/**
 * Where a click leads: the first way (ascending unless said otherwise), the other one, not at all. With Shift the other orders stay, and a
 * new one follows them.
 */
export function clickedOrder(
  orders: readonly GridOrder[],
  field: string,
  adds: boolean,
  first: GridOrder['way'] = 'ASC',
): readonly GridOrder[] {
  const present = orders.find(one => one.field === field)
  const next: GridOrder | null = present === undefined ? { field, way: first } : present.way === first ? { field, way: other(first) } : null
  if (!adds) return next === null ? [] : [next]
  if (present === undefined) return next === null ? orders : [...orders, next]
  return orders.flatMap(one => (one.field !== field ? [one] : next === null ? [] : [next]))
}
