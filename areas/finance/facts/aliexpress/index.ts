/** 财务核对 of AliExpress: what it reported of order items, refunds, stock and removals; what this room adds to finance. */
import { Literal, Object as O, Union } from 'typebox'
import { needsAny, operations } from '#platform/declare/operations.ts'
import { group, listPage } from '#platform/declare/page.ts'
import { unmappedSkus } from '#areas/reference/index.ts'
import { type FileFamily, type Blob, type RouteMap, defined, call } from '#platform/server/area.ts'
import { asText } from '#platform/format/text.ts'
import { csvTemplate, headsOfSheet, importOfShops, shopSheetFamily } from '#platform/server/imports.ts'
import { exportOf, list } from '#platform/server/records.ts'
import { shopOfMarket } from '../markets/shop-of-market.ts'
import { aliexpressPermissions, aliexpressSheets } from './sheets.ts'

const { import: importing } = operations

export const aliexpressFamilies: readonly FileFamily[] = aliexpressSheets.map(([sheet]) => {
  const reader = new URL('./reader.ts', import.meta.url)
  reader.searchParams.set('sheet', sheet.code)
  return shopSheetFamily({
    sheet,
    reader: reader.href,
    unmappedSkus,
    shopOf: shopOfMarket('aliexpress'),
  })
})

function templateOfSheet(kind: string): Blob {
  const [sheet] = defined(
    aliexpressSheets.find(([, name]) => name === kind),
    'a sheet',
  )
  return csvTemplate(sheet.title[0], headsOfSheet(sheet))
}

export const aliexpressRoutes: RouteMap = {
  ...Object.assign(
    {},
    ...aliexpressSheets.map(([sheet, path]): RouteMap => ({
      [`POST /financialAE/${path}List`]: list(sheet.facts),
      [`POST /financialAE/${path}Export`]: exportOf(sheet.facts),
    })),
  ),
  'GET /financialAE/template': call(
    {
      demand: needsAny(Object.values(aliexpressPermissions), importing),
      summary: '下载速卖通核对表模板',
      input: O({ kind: Union(aliexpressSheets.map(([, kind]) => Literal(kind))) }),
    },
    async (_context, ask) => templateOfSheet(asText(ask.input['kind'])),
  ),
  'POST /financialAE/importData': importOfShops({
    permission: Object.values(aliexpressPermissions),
    title: ['导入速卖通核对表', 'Import sheets of AliExpress'],
    button: ['导入核对表', 'Import sheets'],
    on: aliexpressSheets.map(([sheet]) => sheet.facts),
    accept: ['.csv', '.txt', '.tsv', '.xls', '.xlsx'],
    takes: aliexpressFamilies,
    // no file of any of them was found: sheets with a template each
    templates: aliexpressSheets.map(([sheet, kind]) => ({
      title: [`${sheet.title[0]}模板`, `${sheet.title[1]}: template`] as const,
      path: `/financialAE/template?kind=${kind}`,
    })),
  }),
}

export const aliexpressGroup = group(
  'aliexpress',
  ['速卖通核对', 'AliExpress reports'],
  aliexpressSheets.map(([sheet, path]) => listPage(sheet.facts, `/finance/aliexpress/${path.toLowerCase()}`)),
  'shop',
)
export const aliexpressResources = aliexpressSheets.flatMap(([sheet]) => [sheet.facts, sheet.staging])
