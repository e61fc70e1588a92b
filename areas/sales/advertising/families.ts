/** Advertising reports as the import knows them. */
import { listed, sentence } from '#platform/declare/sentence.ts'
import type { FileKind } from '#platform/declare/file-kind.ts'
import { type FileFamily, defined } from '#platform/server/area.ts'
import { shopSheetKind } from '#platform/server/imports.ts'
import { isSite, shopOfFile } from '#areas/reference/index.ts'
import { adRollups } from './figures.ts'
import { mergeReport, removeReport, type AdReport } from './merge.ts'
import { adSheets } from './sheets.ts'
import { factsOf } from './tables.ts'
import { adPermission } from './words.ts'

/** The reports name the country in English, or by its two letters; a file of several countries is of no one shop. */
const shopOfReport: FileFamily['shopOf'] = async ask => {
  const said = ask.survey.marketplaces
  const sites = await ask.db
    .selectFrom('marketplace as m')
    .innerJoin('country as c', 'c.code', 'm.country_code')
    .select(['m.code', 'c.name_en as country'])
    .execute()
  const isOf = (country: string, marketplaceCode: string): boolean =>
    isSite(country, marketplaceCode) || sites.some(one => one.code === marketplaceCode && one.country.toLowerCase() === country)
  return shopOfFile(ask, {
    platform: 'amazon',
    elsewhere: name => sentence`店铺“${name}”不是亚马逊店铺，请改选店铺`,
    fits: ({ currency, marketplaceCode }) =>
      ask.survey.currencies.every(one => one === currency) && said.every(one => isOf(one, marketplaceCode)),
    unfit: ({ name, marketplaceCode }) =>
      said.every(one => isOf(one, marketplaceCode))
        ? null
        : sentence`广告报告的国家为 ${listed(said.slice(0, 3))}，店铺“${name}”的站点为 ${marketplaceCode}，请按国家分别下载或改选店铺`,
    several: names => sentence`有多个店铺（${names}）可以导入这个文件，请选择店铺后再导入`,
    none: sentence`没有找到这个文件所属的亚马逊店铺，请选择店铺后再导入`,
  })
}

export const adFamilies: readonly FileFamily[] = adSheets.map((one): FileFamily => {
  const { sheet, table } = one
  const rollup = adRollups.find(of => of.from.some(source => source.fact.table === table))
  const report: AdReport = { ...one, rollup: defined(rollup, `roll-up of ${table}`) }
  const reader = new URL('./reader.ts', import.meta.url)
  reader.searchParams.set('sheet', sheet.code)
  return {
    code: sheet.code,
    permission: adPermission,
    reader: reader.href,
    stagingTable: sheet.staging.table,
    identities: [],
    monthTables: [],
    factTable: factsOf(one).table,
    kinds: [shopSheetKind(sheet) as FileKind],
    ...(sheet.origin === 'columns' ? { unseen: true as const } : {}),
    shopOf: shopOfReport,
    zoneOf: async () => null,
    merge: task => mergeReport(report, task),
    remove: task => removeReport(report, task),
  }
})
