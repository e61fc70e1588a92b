/** What a new company needs of reference data before the first file: shops, rates, products. */
import { monthOf } from '#platform/format/dates.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import { hasRow, type SetupStep } from '#platform/server/area.ts'

export const referenceSteps: readonly SetupStep[] = [
  {
    code: 'shops',
    order: 20,
    title: ['店铺', 'Shops'],
    why: ['报告按店铺导入，没有店铺的文件不会被接收', 'Reports belong to a shop: a file of none is not taken'],
    path: '/reference/shop',
    isDone: hasRow('shop'),
  },
  {
    code: 'rates',
    order: 50,
    title: ['本月汇率', 'Rates of this month'],
    why: ['外币金额按每月汇率折合人民币', 'Foreign money is converted by the rate of its month'],
    path: '/reference/currencyRate',
    isDone: async ({ db, now }) => {
      const month = `${monthOf(dayInZone(now().getTime(), homeZone))}-01`
      return (await db.selectFrom('currency_rate').select('id').where('month', '=', month).limit(1).executeTakeFirst()) !== undefined
    },
  },
  {
    code: 'products',
    order: 60,
    title: ['商品', 'Products'],
    why: ['录入或导入商品和 SKU 配对后，利润才有成本', 'Profit has its cost once products and their SKUs are there'],
    path: '/reference/product',
    isDone: hasRow('product'),
  },
]
