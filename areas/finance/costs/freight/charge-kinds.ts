/** Kinds of charges; pure, because the worker thread of an import reads them too. */

/** What told a charge, the surest first: charges of the surest kind are those of a parcel. */
export const chargeKinds = {
  invoice: [1, '承运商账单', 'Invoice of the carrier'],
  sheet: [2, '表格', 'Sheet'],
  software: [3, '发货软件', 'Shipping software'],
} as const
