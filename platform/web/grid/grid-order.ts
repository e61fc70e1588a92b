/** The order of the rows as heads are clicked. Pure. */

export interface GridOrder {
  readonly field: string
  readonly way: 'ASC' | 'DESC'
}

/** Where a click leads: ascending, descending, not at all. With Shift the other orders stay, and a new one follows them. */
export function clickedOrder(orders: readonly GridOrder[], field: string, adds: boolean): readonly GridOrder[] {
  const present = orders.find(one => one.field === field)
  const next: GridOrder | null = present === undefined ? { field, way: 'ASC' } : present.way === 'ASC' ? { field, way: 'DESC' } : null
  if (!adds) return next === null ? [] : [next]
  if (present === undefined) return next === null ? orders : [...orders, next]
  return orders.flatMap(one => (one.field !== field ? [one] : next === null ? [] : [next]))
}
