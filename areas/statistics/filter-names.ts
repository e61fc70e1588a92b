/** How the calls of sales statistics name the dimensions that they are narrowed by. Pure. */
export const filterNames = {
  shopIds: 'shop',
  brands: 'brand',
  categoryIds: 'category',
  countries: 'country',
  skus: 'sku',
  employeeIds: 'salesman',
  groupIds: 'productGroup',
  tagIds: 'productTag',
} as const
